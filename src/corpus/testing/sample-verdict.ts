import type { Attempt } from '../../attempt/attempt.ts';
import { sha256 } from '../../store/sha256.ts';
import { itemScores } from '../../verdict/score-fields.ts';
import type { RuleVerdict, Verdict } from '../../verdict/verdict.ts';

/** The outcome of a sample attempt. */
export interface SampleOutcome {
  readonly success: boolean;
  readonly recommended: readonly string[];
  readonly quality: Verdict['judgement']['quality'];
  readonly explanation: string;
}

export function sampleVerdict(
  { attempt_id, problem_id }: Pick<Attempt, 'attempt_id' | 'problem_id'>,
  { success, recommended, quality, explanation }: SampleOutcome,
): Verdict {
  const score = success ? 1 : 0.5;
  const rules: RuleVerdict = {
    rule_set: 'production-strict',
    rule_set_version: 1,
    scores: { ...itemScores(() => 1), gt: 0, rule: score, 'sku & attrs': score, format: 1, length: 0.1 },
    success,
    recommended,
    flags: [],
  };
  return {
    version: 1,
    attempt_id,
    problem_id,
    problem_digest: sha256(problem_id),
    rules,
    benchmark: { ...rules, rule_set: 'benchmark' },
    judgement: { judge: 'gates', judge_version: 1, models: [], quality, failed_gate: null, explanation, evidence: [] },
  };
}
