import type { Call } from '../../gateway/calls.ts';

/** What a judge gets to see of an attempt; any fuller evidence of one fits. */
export interface JudgedAttempt {
  readonly problem: { readonly query: string };
  /** What the agent claims to have done: any shape, and never evidence for anything. */
  readonly dialogue: readonly unknown[] | null;
  /** What the gateway recorded, in order. */
  readonly calls: readonly Call[];
}
