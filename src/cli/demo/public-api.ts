import { z } from 'zod';
import { ledgerSchema, metagraphSchema } from '../../arena/wire.ts';
import { type LedgerEventWire, ledgerEventSchema } from '../../board/ledger-event.ts';
import {
  leaderboardSchema,
  pendingSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistorySchema,
  runningEvaluationsSchema,
  suiteSchema,
  suitesSchema,
  topHistorySchema,
  topSchema,
  versionProblemsSchema,
  versionPublicSchema,
  versionStatusSchema,
} from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';

const PUBLIC = '/v1/public';
const MANY = 500;
const eventsSchema = z.object({ events: z.array(ledgerEventSchema), head: z.int() });

/** The arena's public API over HTTP. Everything the demo prints is read from here. */
export class PublicApi {
  readonly client: ArenaClient;
  #asked = 0;

  constructor(client: ArenaClient) {
    this.client = client;
  }

  suites = () => this.#read('/suites', suitesSchema);
  suite = () => this.#read('/suites/current', suiteSchema);
  leaderboard = () => this.#read('/leaderboard', leaderboardSchema);
  running = () => this.#read('/evaluations/running', runningEvaluationsSchema);
  pending = () => this.#read('/evaluations/pending', pendingSchema);
  raceNow = () => this.#read('/races/current', raceCurrentSchema);
  races = () => this.#read('/races/history?limit=100', raceHistorySchema);
  race = (id: string) => this.#read(`/races/${id}`, raceDetailSchema);
  top = () => this.#read('/top', topSchema);
  champions = () => this.#read('/top/history', topHistorySchema);
  version = (id: string) => this.#read(`/agent-versions/${id}/status`, versionStatusSchema);
  released = (id: string) => this.#read(`/agent-versions/${id}`, versionPublicSchema);
  metagraph = () => this.#read('/chain/metagraph', metagraphSchema);
  chain = () => this.#read('/chain/ledger', ledgerSchema);

  /** The problems of a version, with what its owner may read if the owner asks. */
  problems = (id: string, as: ArenaClient) =>
    as.ask({
      path: `${PUBLIC}/agent-versions/${id}/problems?limit=${MANY}`,
      answer: versionProblemsSchema,
      signed: true,
    });

  /** All ledger events of one kind. */
  async events(what: string): Promise<LedgerEventWire[]> {
    const all: LedgerEventWire[] = [];
    for (;;) {
      const { events, head } = await this.#read(`/ledger?limit=1000&after=${all.length}`, eventsSchema);
      all.push(...events);
      if (all.length >= head) return all.filter((event) => event.what === what);
    }
  }

  codeUrl(versionId: string): string {
    return `${this.client.url}${PUBLIC}/agent-versions/${versionId}/code`;
  }

  async #read<Answer extends z.ZodType>(path: string, answer: Answer): Promise<z.output<Answer>> {
    // Responses are cached by address for a moment, and would miss what has just happened.
    const address = `${PUBLIC}${path}${path.includes('?') ? '&' : '?'}asked=${++this.#asked}`;
    return await this.client.ask({ path: address, answer });
  }
}
