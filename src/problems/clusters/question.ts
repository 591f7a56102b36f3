import type { Problem, Target, Voucher } from '../problem.ts';

/**
 * Input of leak detection. Answers may be unknown: a trace, or a problem typed by hand, has only its query, and must be
 * detected by that.
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
