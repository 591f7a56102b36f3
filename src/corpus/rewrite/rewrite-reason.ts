/** Why an attempt was not rewritten, in the order of the checks. The first ones need no model. */
export const REWRITE_REASONS = [
  'NOT_SCRIPTED',
  'NOT_SUCCESSFUL',
  'PROBLEM_WITHHELD',
  'NO_LICENCE',
  'QUERY_UNKNOWN',
  'STEPS',
  'STRUCTURE',
  'DUPLICATE',
  'UNFIT',
  'LEAKS_CALL',
  'UNGROUNDED',
  'NO_GAIN',
  'BY_CHANCE',
  'STEP_WORSE',
  'TOO_LONG',
] as const;

export type RewriteReason = (typeof REWRITE_REASONS)[number];

export interface RewriteRefusal {
  readonly reason: RewriteReason;
  readonly detail: string;
}

export function refuseRewrite(reason: RewriteReason, detail: string): RewriteRefusal {
  return { reason, detail: detail.slice(0, 300) };
}
