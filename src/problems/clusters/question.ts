import type { Problem, Target, Voucher } from '../problem.ts';

/**
 * What leak detection looks at. Answers may be unknown: a trace, or a problem typed by hand, has words only, and
 * must be caught by them.
 */
export interface Question {
  readonly id: string;
  readonly query: string;
  readonly targets: readonly Target[];
  readonly voucher?: Voucher;
}

export function questionOf(problem: Problem): Question {
  const { id, query, targets, voucher } = problem;
  return { id, query, targets, ...(voucher && { voucher }) };
}
