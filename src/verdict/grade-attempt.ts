import type { Product } from '../market/product.ts';
import type { Search } from '../market/search.ts';
import type { TitleMeasure } from '../problems/satisfy.ts';
import type { AttemptEvidence, ScoredEvidence } from './rules/attempt-evidence.ts';
import { prepareTitles } from './rules/prepare-titles.ts';
import { scoreVerdict } from './rules/score-verdict.ts';
import { shownProducts } from './rules/shown-products.ts';
import { UNJUDGED } from './unjudged.ts';
import type { Judgement, Verdict } from './verdict.ts';

export interface Scorer {
  /** The market whose products were recommended. */
  readonly search: Pick<Search, 'products'>;
  /** How titles are compared; by words if omitted. */
  readonly titles?: TitleMeasure | undefined;
}

export interface Grader extends Scorer {
  readonly judge: (evidence: AttemptEvidence) => Promise<Judgement>;
}

/** Grades one attempt: scores by both rule sets, and reasoning quality. */
export async function gradeAttempt(attemptId: string, evidence: AttemptEvidence, grader: Grader): Promise<Verdict> {
  const judgement = await grader.judge(evidence);
  const { problem, dialogue, calls, fault } = evidence;
  return await scoreJudged(attemptId, { problem, dialogue, fault, shown: shownProducts(calls) }, judgement, grader);
}

/** Like {@link gradeAttempt}, for an attempt that is already judged. */
export async function scoreJudged(
  attemptId: string,
  evidence: ScoredEvidence,
  judgement: Judgement,
  { search, titles: measure }: Scorer,
): Promise<Verdict> {
  const products = await recommendedProducts(attemptId, evidence, search);
  const offered = Array.from(products.values(), ({ title }) => title);
  const titles = await prepareTitles(evidence.problem, offered, measure);
  return scoreVerdict(attemptId, evidence, judgement, (id) => products.get(id), titles);
}

/**
 * Loads the recommended products first, because scoring is pure and cannot await a search. A dry run of the scoring
 * collects the ids it needs.
 */
async function recommendedProducts(
  attemptId: string,
  evidence: ScoredEvidence,
  search: Pick<Search, 'products'>,
): Promise<ReadonlyMap<string, Product>> {
  const wanted = new Set<string>();
  scoreVerdict(attemptId, evidence, UNJUDGED, (id) => {
    wanted.add(id);
    return undefined;
  });
  const found = await search.products([...wanted]);
  return new Map(found.map((product) => [product.product_id, product]));
}
