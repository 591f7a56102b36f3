import { type Analysis, analyseAgent, type FactsReader, Knowledge } from '../../arena/admission.ts';
import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';

const AT_ONCE = 2;
const MOST_WAITING = 30;

/**
 * Looks at files on behalf of the server: a few at a time, since each takes a sandbox, and knowing what the active suite
 * asks if everybody may see it.
 */
export class AgentAnalyser {
  readonly #arena: Arena;
  readonly #reader: FactsReader;
  readonly #isProduct: ((id: string) => boolean) | undefined;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #knowledge: { readonly setId: string; readonly knowledge: Knowledge } | undefined;

  constructor(arena: Arena, reader: FactsReader, isProduct?: (id: string) => boolean) {
    this.#arena = arena;
    this.#reader = reader;
    this.#isProduct = isProduct;
  }

  readonly analyse = async (source: Uint8Array): Promise<Analysis> => {
    await this.#turn();
    try {
      const knowledge = await this.#known();
      return await analyseAgent(source, { reader: this.#reader, knowledge, isProduct: this.#isProduct });
    } finally {
      this.#busy--;
      this.#waiting.shift()?.();
    }
  };

  async #turn(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new Fault('ARENA_BUSY', {
        message: 'Too many submissions are being checked at the moment.',
        remedy: 'Try again in a minute. This attempt does not start a cooldown.',
      });
    }
    if (this.#busy >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy++;
  }

  async #known(): Promise<Knowledge | undefined> {
    const { reader } = this.#arena.database;
    const suite = await reader
      .selectFrom('suites')
      .select(['set_id', 'is_public'])
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (suite === undefined || !suite.is_public) return undefined;
    if (this.#knowledge?.setId !== suite.set_id) {
      const rows = await reader
        .selectFrom('set_problems')
        .select('record')
        .where('set_id', '=', suite.set_id)
        .execute();
      this.#knowledge = {
        setId: suite.set_id,
        knowledge: new Knowledge(rows.flatMap(({ record }) => questionOf(record))),
      };
    }
    return this.#knowledge.knowledge;
  }
}

/**
 * A problem as contestants see it, without what it wants to hear: a look at a file costs nothing, and if answers were
 * looked for, a file with every product in it would be told which of them are answers.
 */
function questionOf(record: unknown): Problem[] {
  const parsed = parseProblem(record);
  return parsed.ok ? [{ ...parsed.problem, targets: [] }] : [];
}
