import type { Problem } from '../../problems/problem.ts';
import type { CertifiedAttempt } from '../evidence/certify-attempt.ts';
import { Excuses } from './excuses.ts';
import type { ExamProblem } from './load-run.ts';

export interface UploadedKeys {
  readonly logsKey: string | null;
  readonly evidenceKey: string | null;
}

/** An attempt that counts: the agent succeeded, failed by its own fault, or has no excuse left. */
export interface Result extends CertifiedAttempt {
  readonly verdict: NonNullable<CertifiedAttempt['verdict']>;
}

/**
 * The results of a run by problem. Of several attempts at a problem the first that counts is used; excused attempts say
 * nothing about the agent and only use up tries.
 */
export class RunResults {
  readonly problems: readonly Problem[];
  readonly #wireIds: ReadonlyMap<string, string>;
  readonly #most: number;
  readonly excuses: Excuses;
  readonly #results = new Map<string, Result>();
  readonly #excused = new Map<string, CertifiedAttempt[]>();
  readonly #keys = new Map<string, UploadedKeys>();
  readonly #running = new Set<string>();

  constructor(exam: readonly ExamProblem[], tries: number, excusedShare: number) {
    this.excuses = new Excuses(exam.length, excusedShare);
    this.problems = exam.map(({ problem }) => problem);
    this.#wireIds = new Map(exam.map(({ problem, wireId }) => [problem.id, wireId]));
    this.#most = tries;
  }

  /** Records an attempt; returns whether it counts. */
  note(certified: CertifiedAttempt): certified is Result {
    const { problem_id: id } = certified.attempt;
    if (certified.attempt.probe) throw new Error('a probe attempt is never a result');
    this.#running.delete(id);
    if (!this.#wireIds.has(id) || this.#results.has(id)) return false;
    const isExcused = this.excuses.note(certified.attempt);
    if (isResult(certified) && !isExcused) {
      this.#results.set(id, certified);
      return true;
    }
    this.#excused.set(id, [...(this.#excused.get(id) ?? []), certified]);
    return false;
  }

  /** The arena's id of a problem. */
  wireId(problemId: string): string {
    return this.#wireIds.get(problemId)!;
  }

  noteRunning(problemId: string): void {
    this.#running.add(problemId);
  }

  noteKeys(attemptId: string, keys: UploadedKeys): void {
    this.#keys.set(attemptId, keys);
  }

  of(problemId: string): Result | undefined {
    return this.#results.get(problemId);
  }

  keysOf(attemptId: string): UploadedKeys | undefined {
    return this.#keys.get(attemptId);
  }

  isRunning(problemId: string): boolean {
    return this.#running.has(problemId);
  }

  /** In the order of the problems. */
  get results(): readonly Result[] {
    return this.problems.flatMap(({ id }) => this.#results.get(id) ?? []);
  }

  /** Problems to attempt, for the first time or again. */
  get open(): readonly Problem[] {
    return this.unscored.filter(({ id }) => (this.#excused.get(id)?.length ?? 0) < this.#most);
  }

  get unscored(): readonly Problem[] {
    return this.problems.filter(({ id }) => !this.#results.has(id));
  }

  /** The latest attempts at problems that have no result. */
  get latestExcused(): readonly CertifiedAttempt[] {
    return this.unscored.flatMap(({ id }) => this.#excused.get(id)?.at(-1) ?? []);
  }

  /** Excused attempts at a problem, oldest first. */
  excusedOf(problemId: string): readonly CertifiedAttempt[] {
    return this.#excused.get(problemId) ?? [];
  }

  /** Spending of all attempts, whether they count or not: the calls were made and paid for. */
  get spentMicrodollars(): number {
    const all = [...this.#results.values(), ...[...this.#excused.values()].flat()];
    return all.reduce((total, { attempt }) => total + attempt.usage.spend_microdollars, 0);
  }
}

function isResult(certified: CertifiedAttempt): certified is Result {
  return certified.verdict !== null;
}
