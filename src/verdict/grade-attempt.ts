import type { Product } from '../market/product.ts';
import type { Search } from '../market/search/search.ts';
import { problemDigest } from '../problems/suites/problem-digest.ts';
import type { AttemptEvidence } from './rules/attempt-evidence.ts';
import { benchmark } from './rules/benchmark.ts';
import { productionStrict } from './rules/production-strict.ts';
import { scoreAttempt } from './rules/score-attempt.ts';
import type { Judgement, Verdict } from './verdict.ts';

const RULES = { rules: productionStrict(), benchmark: benchmark() };

export interface Grader {
  /** The market whose products were recommended. */
  readonly search: Pick<Search, 'products'>;
  readonly judge: (evidence: AttemptEvidence) => Promise<Judgement>;
}

/** Everything we conclude about one attempt: rules by both sets, and how well it was reasoned. */
export async function gradeAttempt(attemptId: string, evidence: AttemptEvidence, grader: Grader): Promise<Verdict> {
  const products = await recommendedProducts(evidence, grader.search);
  const lookup = (id: string) => products.get(id);
  return {
    version: 1,
    attempt_id: attemptId,
    problem_id: evidence.problem.id,
    problem_digest: problemDigest(evidence.problem),
    rules: scoreAttempt(evidence, lookup, RULES.rules),
    benchmark: scoreAttempt(evidence, lookup, RULES.benchmark),
    judgement: await grader.judge(evidence),
  };
}

/** Scoring is pure and cannot wait for a search; so it is asked first which products it will want to know. */
async function recommendedProducts(
  evidence: AttemptEvidence,
  search: Pick<Search, 'products'>,
): Promise<ReadonlyMap<string, Product>> {
  const wanted = new Set<string>();
  for (const ruleSet of Object.values(RULES)) {
    const note = (id: string) => {
      wanted.add(id);
      return undefined;
    };
    scoreAttempt(evidence, note, ruleSet);
  }
  const found = await search.products([...wanted]);
  return new Map(found.map((product) => [product.product_id, product]));
}
