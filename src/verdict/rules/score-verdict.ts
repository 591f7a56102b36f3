import { lexicalSimilarity, type TitleSimilarity } from '../../problems/satisfy.ts';
import { problemDigest } from '../../problems/suites.ts';
import type { Judgement, Verdict } from '../verdict.ts';
import type { ScoredEvidence } from './attempt-evidence.ts';
import { benchmark } from './benchmark.ts';
import { productionStrict } from './production-strict.ts';
import { requireShown } from './require-shown.ts';
import { type ProductLookup, scoreAttempt } from './score-attempt.ts';

/**
 * A verdict by both rule sets, from a judgement and a title comparison made before. In the rule set that ranks,
 * products must have been shown to count; the benchmark's rules stay as published.
 */
export function scoreVerdict(
  attemptId: string,
  evidence: ScoredEvidence,
  judgement: Judgement,
  products: ProductLookup,
  titles: TitleSimilarity = lexicalSimilarity,
): Verdict {
  return {
    version: 1,
    attempt_id: attemptId,
    problem_id: evidence.problem.id,
    problem_digest: problemDigest(evidence.problem),
    rules: requireShown(scoreAttempt(evidence, products, productionStrict(titles)), evidence),
    benchmark: scoreAttempt(evidence, products, benchmark(titles)),
    judgement,
  };
}
