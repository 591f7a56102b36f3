import { type Analysis, analyseAgent, type FactsReader, Knowledge } from '../../arena/admission.ts';
import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';

const AT_ONCE = 2;
/** Checks are free, so there are always more of them; one slot stays free for submissions. */
const CHECKS_AT_ONCE = 1;
/** Per purpose. */
const MOST_WAITING = 30;

type Purpose = 'submission' | 'check';

/**
 * Analyses submitted files: a few at a time, because each needs a sandbox. It also uses the queries of the active
 * suite, if the suite is public.
 */
export class AgentAnalyser {
  readonly #arena: Arena;
  readonly #reader: FactsReader;
  readonly #isProduct: ((id: string) => boolean) | undefined;
  readonly #waiting: Readonly<Record<Purpose, (() => void)[]>> = { submission: [], check: [] };
  readonly #busy: Record<Purpose, number> = { submission: 0, check: 0 };
  #knowledge: { readonly setId: string; readonly knowledge: Knowledge } | undefined;

  constructor(arena: Arena, reader: FactsReader, isProduct?: (id: string) => boolean) {
    this.#arena = arena;
    this.#reader = reader;
    this.#isProduct = isProduct;
  }

  readonly analyse = (source: Uint8Array): Promise<Analysis> => this.#analyse(source, 'submission');

  /**
   * The same for a check, which waits for all submissions: checks by a few hotkeys must not keep others from
   * submitting.
   */
  readonly check = (source: Uint8Array): Promise<Analysis> => this.#analyse(source, 'check');

  async #analyse(source: Uint8Array, purpose: Purpose): Promise<Analysis> {
    await this.#turn(purpose);
    try {
      const knowledge = await this.#known();
      return await analyseAgent(source, { reader: this.#reader, knowledge, isProduct: this.#isProduct });
    } finally {
      this.#busy[purpose]--;
      this.#next();
    }
  }

  async #turn(purpose: Purpose): Promise<void> {
    const waiting = this.#waiting[purpose];
    if (waiting.length >= MOST_WAITING) {
      throw new Fault('ARENA_BUSY', {
        message: 'Too many submissions are being checked at the moment.',
        remedy: 'Try again in a minute. This attempt does not start a cooldown.',
      });
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      this.#next();
    });
  }

  /** Starts the analyses whose turn it is. They count as busy immediately, so that no slot is given twice. */
  #next(): void {
    for (const purpose of ['submission', 'check'] as const) {
      while (this.#waiting[purpose].length > 0 && this.#hasRoom(purpose)) {
        this.#busy[purpose]++;
        this.#waiting[purpose].shift()!();
      }
    }
  }

  #hasRoom(purpose: Purpose): boolean {
    const { submission, check } = this.#busy;
    return submission + check < AT_ONCE && (purpose === 'submission' || check < CHECKS_AT_ONCE);
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
 * A problem as contestants see it, without its answers. Checks are free, so if answers were searched for, a file that
 * lists every product would learn which of them are answers.
 */
function questionOf(record: unknown): Problem[] {
  const parsed = parseProblem(record);
  return parsed.ok ? [{ ...parsed.problem, targets: [] }] : [];
}
