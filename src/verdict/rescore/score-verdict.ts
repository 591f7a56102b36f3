import type { Problem } from '../../problems/problem.ts';
import { problemDigest } from '../../problems/suites/problem-digest.ts';
import { benchmark } from '../rules/benchmark.ts';
import { productionStrict } from '../rules/production-strict.ts';
import { type ProductLookup, scoreAttempt } from '../rules/score-attempt.ts';
import type { Judgement, Verdict } from '../verdict.ts';
import { type SignedEvidence, withKey } from './read-signed-evidence.ts';

/** How an attempt was reasoned has nothing to do with the answer key; one that nobody judged stays so. */
export const UNJUDGED: Judgement = {
  judge: 'none',
  judge_version: 0,
  models: [],
  quality: null,
  failed_gate: null,
  explanation: 'The attempt was sealed without a judgement.',
  evidence: [],
};

/** The verdict on a sealed attempt by a key, with the judgement it has. */
export function scoreVerdict(
  signed: SignedEvidence,
  problem: Problem,
  judgement: Judgement,
  products: ProductLookup,
): Verdict {
  const evidence = withKey(signed, problem);
  return {
    version: 1,
    attempt_id: signed.attempt.attempt_id,
    problem_id: problem.id,
    problem_digest: problemDigest(problem),
    rules: scoreAttempt(evidence, products, productionStrict()),
    benchmark: scoreAttempt(evidence, products, benchmark()),
    judgement,
  };
}
