import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sampleAgent } from '../../../arena/testing/sample-submissions.ts';
import { sha256 } from '../../../store/sha256.ts';
import { ClientStopped, type ConnectionParts, UnreliableConnection } from './unreliable-connection.ts';

const submittedSchema = z.object({ agent_version_id: z.string() });
const AGENT_NAME = 'simulated';
/** Share of answered submissions that are sent again. */
const ASKED_AGAIN = 0.2;

export interface Submitted {
  readonly key: string;
  readonly file: Uint8Array;
  readonly versionId: string;
}

/** A contestant that submits one version after another, and retries with the same key until it is answered. */
export class SimulatedContestant {
  readonly #parts: ConnectionParts;
  readonly #line: UnreliableConnection;
  #last: Submitted | undefined;
  #isSubmitting = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#line = new UnreliableConnection(parts);
  }

  get isSubmitting(): boolean {
    return this.#isSubmitting;
  }

  /** Submits versions while they are wanted, until all clients stop. */
  async work(isWanted: () => boolean, pauseMilliseconds: number): Promise<void> {
    const { random } = this.#parts;
    try {
      for (;;) {
        if (isWanted()) {
          await this.submit();
          if (random.chance(ASKED_AGAIN)) await this.askAgain();
        }
        await this.#line.pause(random.next() * 2 * pauseMilliseconds);
      }
    } catch (error) {
      if (!(error instanceof ClientStopped)) throw error;
    }
  }

  async submit(): Promise<void> {
    const { record, random } = this.#parts;
    const file = sampleAgent(random.integer(2 ** 32));
    const key = randomUUID();
    this.#isSubmitting = true;
    record.add({ what: 'version sent', key, sha256: sha256(file) });
    const versionId = await this.#handIn(key, file);
    record.add({ what: 'version kept', key, sha256: sha256(file), versionId });
    this.#last = { key, file, versionId };
    this.#isSubmitting = false;
  }

  /** An earlier submission sent again with the same key gives the same version, however old it is. */
  async askAgain(): Promise<void> {
    if (this.#last === undefined) return;
    const { key, file, versionId } = this.#last;
    const again = await this.#handIn(key, file);
    if (again !== versionId) this.#parts.record.complain(`key ${key} stood for ${versionId} and stands for ${again}`);
  }

  async #handIn(key: string, file: Uint8Array): Promise<string> {
    const form = new FormData();
    form.set('agent_name', AGENT_NAME);
    form.set('file', new Blob([new Uint8Array(file)]), 'agent.py');
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type')!, 'idempotency-key': key };
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    for (;;) {
      const answer = await this.#line.ask('submit', { method: 'POST', to: '/v1/miner/submit', bytes, headers });
      if (answer.outcome === '200') return submittedSchema.parse(answer.body).agent_version_id;
      await this.#line.pause(20);
    }
  }
}
