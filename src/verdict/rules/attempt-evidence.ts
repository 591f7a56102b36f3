import type { Attempt } from '../../attempt/attempt.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Problem } from '../../problems/problem.ts';

/** All that a verdict may look at. */
export interface AttemptEvidence {
  readonly problem: Problem;
  /** The JSON that the agent returned: its own account of what it did, in any shape. */
  readonly dialogue: readonly unknown[] | null;
  /** What the gateway saw it do. */
  readonly calls: readonly Call[];
  readonly fault: Attempt['fault'];
}

/** All that the rules look at. Of the calls only which products they showed, so that calls can be read in another thread. */
export interface ScoredEvidence extends Omit<AttemptEvidence, 'calls'> {
  /** Ids of the products that recorded results showed. */
  readonly shown: ReadonlySet<string>;
}
