import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryKey } from './advisory-key.ts';
import type { HeldLeadership, Leadership } from './leadership.ts';
import { connectionFault } from './postgres-fault.ts';

const PULSE_MILLISECONDS = 5_000;

/**
 * Leadership among the processes that share a server: an advisory lock in a separate session, which the server frees
 * when the session ends. Does not work through a pooler that shares sessions between clients.
 */
export class PostgresLeadership implements Leadership {
  readonly #settings: pg.ClientConfig;
  readonly #place: string;
  readonly #leaderships = new Set<HeldLeadership>();

  constructor(settings: pg.ClientConfig, place: string) {
    this.#settings = { ...settings, query_timeout: 2 * PULSE_MILLISECONDS };
    this.#place = place;
  }

  async lead(name: string): Promise<HeldLeadership | undefined> {
    const session = new pg.Client(this.#settings);
    const ended = new AbortController();
    session.on('error', () => ended.abort());
    session.on('end', () => ended.abort());
    try {
      await session.connect();
      const key = advisoryKey(`leader ${name}`);
      const { rows } = await session.query('select pg_try_advisory_lock($1) as granted', [key]);
      if (rows[0].granted === true) return this.#hold(session, ended);
    } catch (error) {
      await session.end().catch(() => {});
      throw connectionFault(error, this.#place);
    }
    await session.end();
    return undefined;
  }

  async resignAll(): Promise<void> {
    for (const leadership of [...this.#leaderships]) await leadership.resign();
  }

  #hold(session: pg.Client, ended: AbortController): HeldLeadership {
    // A server that vanished without closing the connection is detected by querying it.
    const pulse = setInterval(() => session.query('select 1').catch(() => ended.abort()), PULSE_MILLISECONDS);
    pulse.unref();
    const closed = Promise.withResolvers<void>();
    const leadership: HeldLeadership = {
      ended: ended.signal,
      resign: async () => {
        ended.abort();
        await Promise.race([closed.promise, sleep(PULSE_MILLISECONDS, undefined, { ref: false })]);
      },
    };
    ended.signal.addEventListener('abort', () => {
      this.#leaderships.delete(leadership);
      clearInterval(pulse);
      // A session that no longer responds would keep the lock from all processes, including this one.
      session.end().then(closed.resolve, () => closed.resolve());
    });
    this.#leaderships.add(leadership);
    return leadership;
  }
}
