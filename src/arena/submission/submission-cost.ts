import type { Analysis } from '../admission/analysis.ts';
import type { SubmissionPolicy } from '../arena-policy.ts';

export type SubmissionCost = 'nothing' | 'reduced cooldown' | 'full cooldown';

/** The cooldown a submission costs, accepted or rejected: only an unusable but harmless file is free. */
export function submissionCost({ verdict, gravest }: Analysis): SubmissionCost {
  if (verdict === 'accepted' || gravest === 'integrity') return 'full cooldown';
  return gravest === 'security' ? 'reduced cooldown' : 'nothing';
}

export function cooldownMilliseconds(cost: SubmissionCost, policy: SubmissionPolicy): number {
  switch (cost) {
    case 'nothing':
      return 0;
    case 'reduced cooldown':
      return Math.ceil(policy.reducedCooldownSeconds * 1_000);
    case 'full cooldown':
      return Math.ceil(policy.cooldownSeconds * 1_000);
  }
}
