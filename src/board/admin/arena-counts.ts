import type { Arena } from '../../arena/arena.ts';
import type { RaceState } from '../../arena/race.ts';
import type { Phase, RunStatus, StopName } from '../../arena/tables.ts';

/** Counts and ages in seconds for monitoring, as of now. */
export interface ArenaCounts {
  readonly queue: readonly { readonly phase: Phase; readonly items: number; readonly oldestSeconds: number }[];
  readonly runs: readonly { readonly status: RunStatus; readonly owner: string; readonly runs: number }[];
  /** `alive`: seen within one lease. Banned and excluded validators are left out. */
  readonly validators: { readonly alive: number; readonly silent: number };
  readonly race:
    | { readonly number: number; readonly state: RaceState; readonly stateSeconds: number; readonly closesIn: number }
    | undefined;
  readonly stopped: readonly StopName[];
  readonly ledgerHead: number;
  /** Age of the newest pinned epoch; `undefined` before the first. */
  readonly epochSeconds: number | undefined;
}

const PHASES = ['QUALIFYING', 'RACE'] as const satisfies readonly Phase[];

export async function arenaCounts({ database, policy, now }: Arena): Promise<ArenaCounts> {
  const currentTime = now();
  const secondsSince = (time: number) => Math.max(0, (currentTime - time) / 1_000);
  return await database.withSnapshot(async (reader) => {
    const open = await reader
      .selectFrom('work_items')
      .select(({ fn }) => ['phase', fn.countAll<number>().as('items'), fn.min('queued_at').as('oldest')])
      .where('closed_at', 'is', null)
      .groupBy('phase')
      .execute();
    const runs = await reader
      .selectFrom('runs')
      .select(({ fn }) => ['status', 'failure_owner', fn.countAll<number>().as('runs')])
      .groupBy(['status', 'failure_owner'])
      .execute();
    const validators = await reader
      .selectFrom('validators')
      .select(['hotkey', 'last_seen_at'])
      .where('hotkey', 'not in', (query) => query.selectFrom('bans').select('hotkey').where('role', '=', 'validator'))
      .where('hotkey', 'not in', (query) =>
        query.selectFrom('exclusions').select('hotkey').where('lifted_at', 'is', null),
      )
      .execute();
    const race = await reader
      .selectFrom('races')
      .select(['race_number', 'state', 'since', 'closes_at'])
      .orderBy('race_number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const stops = await reader.selectFrom('stops').select(['name', 'release_at']).execute();
    const head = await reader
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const epoch = await reader
      .selectFrom('weight_epochs')
      .select('pinned_at')
      .orderBy('epoch', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isAlive = ({ last_seen_at }: { readonly last_seen_at: number | null }) =>
      last_seen_at !== null && secondsSince(last_seen_at) <= policy.queue.leaseSeconds;
    const alive = validators.filter(isAlive).length;
    return {
      queue: PHASES.map((phase) => {
        const row = open.find((each) => each.phase === phase);
        return { phase, items: row?.items ?? 0, oldestSeconds: row === undefined ? 0 : secondsSince(row.oldest) };
      }),
      runs: runs.map(({ status, failure_owner, runs }) => ({ status, owner: failure_owner ?? 'none', runs })),
      validators: { alive, silent: validators.length - alive },
      race: race && {
        number: race.race_number,
        state: race.state,
        stateSeconds: secondsSince(race.since),
        closesIn: (race.closes_at - currentTime) / 1_000,
      },
      stopped: stops
        .filter(({ release_at }) => release_at === null || release_at > currentTime)
        .map(({ name }) => name),
      ledgerHead: head?.sequence ?? 0,
      epochSeconds: epoch && secondsSince(epoch.pinned_at),
    };
  });
}
