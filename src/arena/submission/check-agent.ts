import type { Analysis } from '../admission/analysis.ts';
import { type SubmissionCost, submissionCost } from './submission-cost.ts';
import { type Violation, violationsOf } from './violations-of.ts';

/** API answer: what the submission of a file would return. */
export interface AgentCheck {
  readonly verdict: Analysis['verdict'];
  readonly flagged: boolean;
  readonly violations: readonly Violation[];
  /** Number of violations that are not listed. */
  readonly omitted: number;
  /** What submitting the file would cost; an accepted file also starts the full cooldown. */
  readonly would_cost: SubmissionCost;
}

/** The same check as for a submission, at no cost. */
export async function checkAgent(
  source: Uint8Array,
  analyse: (source: Uint8Array) => Promise<Analysis>,
): Promise<AgentCheck> {
  const analysis = await analyse(source);
  const { verdict, flagged, omitted } = analysis;
  return { verdict, flagged, violations: violationsOf(analysis), omitted, would_cost: submissionCost(analysis) };
}
