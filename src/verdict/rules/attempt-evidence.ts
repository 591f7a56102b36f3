import type { Attempt } from '../../attempt/attempt.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Problem } from '../../problems/problem.ts';

/** Everything a verdict may depend on. */
export interface AttemptEvidence {
  readonly problem: Problem;
  /** The JSON that the agent returned: its own account of what it did, in any shape. */
  readonly dialogue: readonly unknown[] | null;
  /** The calls recorded by the gateway. */
  readonly calls: readonly Call[];
  readonly fault: Attempt['fault'];
}

/** Everything the rules depend on. Of the calls only the products shown, so that another thread can read the calls. */
export interface ScoredEvidence extends Omit<AttemptEvidence, 'calls'> {
  /** Ids of the products shown in recorded results. */
  readonly shown: ReadonlySet<string>;
}
