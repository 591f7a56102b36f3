import type { Analysis } from '../admission/analysis.ts';
import { type SubmissionCost, submissionCost } from './submission-cost.ts';
import { type Violation, violationsOf } from './violations-of.ts';

/** What a submission of a file would be told, as it stands on the wire. */
export interface AgentCheck {
  readonly verdict: Analysis['verdict'];
  readonly flagged: boolean;
  readonly violations: readonly Violation[];
  /** Violations that are not listed. */
  readonly omitted: number;
  /** What handing it in would cost; an accepted file takes the full cooldown as well. */
  readonly would_cost: SubmissionCost;
}

/** The same look at a file as a submission gets, at no cost. */
export async function checkAgent(
  source: Uint8Array,
  analyse: (source: Uint8Array) => Promise<Analysis>,
): Promise<AgentCheck> {
  const analysis = await analyse(source);
  const { verdict, flagged, omitted } = analysis;
  return { verdict, flagged, violations: violationsOf(analysis), omitted, would_cost: submissionCost(analysis) };
}
