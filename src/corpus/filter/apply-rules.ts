import type { AttemptReading } from './attempt-reading.ts';
import type { FilterRule, Reason, RuleContext } from './filter-rule.ts';
import { argumentsBad } from './rules/arguments-bad.ts';
import { callUnpaired } from './rules/call-unpaired.ts';
import { endsOnThought } from './rules/ends-on-thought.ts';
import { errorLoop } from './rules/error-loop.ts';
import { notAgentic } from './rules/not-agentic.ts';
import { notNormalised } from './rules/not-normalised.ts';
import { probe } from './rules/probe.ts';
import { problemWithheld } from './rules/problem-withheld.ts';
import { productUnknown } from './rules/product-unknown.ts';
import { productUnseen } from './rules/product-unseen.ts';
import { qualityLow } from './rules/quality-low.ts';
import { recommendCount } from './rules/recommend-count.ts';
import { tooLong } from './rules/too-long.ts';

/** Rules that consider a single attempt, in the order of `REASONS`. */
export const ATTEMPT_RULES: readonly FilterRule[] = [
  probe,
  notNormalised,
  qualityLow,
  callUnpaired,
  recommendCount,
  argumentsBad,
  productUnseen,
  productUnknown,
  tooLong,
  endsOnThought,
  errorLoop,
  notAgentic,
  problemWithheld,
];

export interface Failure {
  readonly reason: Reason;
  readonly detail: string;
}

/** Every reason to reject an attempt. The first one decides; the others are kept so that each rule can be counted. */
export function applyRules(reading: AttemptReading, context: RuleContext): Failure[] {
  return ATTEMPT_RULES.flatMap(({ reason, check }) => {
    const detail = check(reading, context);
    return detail === null ? [] : [{ reason, detail }];
  });
}
