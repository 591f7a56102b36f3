import { z } from 'zod';
import { claimedWorkSchema } from '../../../arena/wire.ts';
import { Crashed, SimulatedRun } from './simulated-run.ts';
import { ClientStopped, type ConnectionParts, UnreliableConnection } from './unreliable-connection.ts';

export interface ValidatorParts extends ConnectionParts {
  readonly leaseMilliseconds: number;
  /** Average time between two requests. */
  readonly thinkMilliseconds: number;
  /** Maximum wait before it asks for work again. */
  readonly idleMilliseconds: number;
}

const heldSchema = z.object({ eval_run_id: z.string(), agent_version_id: z.string() });

/** A realistic validator: it claims, works, reports, crashes, returns, repeats messages and is late. */
export class SimulatedValidator {
  readonly #parts: ValidatorParts;
  readonly #line: UnreliableConnection;
  /** It has just returned and does not know whether it holds a run. */
  #returned = false;

  constructor(parts: ValidatorParts) {
    this.#parts = parts;
    this.#line = new UnreliableConnection(parts);
  }

  /** Works until all clients stop. */
  async work(): Promise<void> {
    const { random, tally, leaseMilliseconds, idleMilliseconds } = this.#parts;
    try {
      for (;;) {
        try {
          const run = await this.#claim();
          if (run === undefined) await this.#line.pause(random.integer(idleMilliseconds));
          else await run.perform();
        } catch (error) {
          if (!(error instanceof Crashed)) throw error;
          tally.crashes++;
          this.#line.forget();
          this.#returned = true;
          await this.#line.pause(random.next() * 1.5 * leaseMilliseconds);
        }
      }
    } catch (error) {
      if (!(error instanceof ClientStopped)) throw error;
    }
  }

  async #claim(): Promise<SimulatedRun | undefined> {
    const { random, clientFaults, record, leaseMilliseconds } = this.#parts;
    const answer = await this.#line.ask('claim', { method: 'POST', to: '/v1/validator/work/claim', json: {} });
    const returned = this.#returned;
    this.#returned = false;
    if (answer.outcome === '204') return undefined;
    const isNew = answer.outcome === '200';
    const held = isNew ? claimedWorkSchema.parse(answer.body) : heldSchema.parse(answer.body);
    const { eval_run_id: runId, agent_version_id: versionId } = held;
    record.add({ what: 'run held', runId, versionId });
    if (!isNew && returned && random.chance(clientFaults.abandon)) {
      await this.#line.pause(random.next() * leaseMilliseconds);
      return undefined;
    }
    const { line, parts } = { line: this.#line, parts: this.#parts };
    return new SimulatedRun({ ...parts, line, runId, versionId, claim: isNew ? answer.body : undefined });
  }
}
