import type { Call } from '../../gateway/calls.ts';

/** What a judge sees of an attempt. Fuller evidence of an attempt also fits this type. */
export interface JudgedAttempt {
  readonly problem: { readonly query: string };
  /** What the agent claims to have done, in any shape. It is never evidence. */
  readonly dialogue: readonly unknown[] | null;
  /** The calls recorded by the gateway, in order. */
  readonly calls: readonly Call[];
}
