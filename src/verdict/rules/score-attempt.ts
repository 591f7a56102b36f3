import type { Product } from '../../market/product.ts';
import type { Problem } from '../../problems/problem.ts';
import { type CartItem, isFromOneShop, isWithinBudget } from '../../problems/satisfy.ts';
import { mean } from '../../statistics/mean.ts';
import { type ItemScores, itemScores, type RuleScores } from '../score-fields.ts';
import type { RuleVerdict } from '../verdict.ts';
import type { ScoredEvidence } from './attempt-evidence.ts';
import { findFlags } from './find-flags.ts';
import { formatScore } from './format-score.ts';
import { readRecommendation } from './read-recommendation.ts';
import { type ReadStep, readSteps } from './read-steps.ts';
import type { RuleSet } from './rule-set.ts';
import { NOTHING_FOUND, scoreItem } from './score-item.ts';
import { asksForKnowledge, keywordScore } from './score-knowledge.ts';

/** The market's record of a product by its exact id. */
export type ProductLookup = (id: string) => Product | undefined;

/** Unknown ids are text written by the agent, possibly megabytes. */
const MAX_SHOWN_ID = 128;

/**
 * Scores an attempt by a rule set. The result depends only on the evidence and takes linear time. An attempt with a
 * fault did not finish, and anything it said before earns nothing. Whether it counts at all depends on the owner of the
 * failure, which the caller knows.
 */
export function scoreAttempt(evidence: ScoredEvidence, products: ProductLookup, ruleSet: RuleSet): RuleVerdict {
  const { problem, shown, fault } = evidence;
  const steps = readSteps((fault === null ? evidence.dialogue : null) ?? []);
  const recommendation = readRecommendation(steps);
  const ids = ruleSet.idsIn(recommendation.list);
  const scored = ids.slice(0, problem.targets.length);
  const found = scored.map((id) => soundProduct(products(id)));
  const items = problem.targets.map((target, place) => {
    const product = found[place];
    return product === undefined ? NOTHING_FOUND : scoreItem(target, product, ruleSet);
  });
  const scores: RuleScores = {
    ...meanOf(items),
    format: formatScore(steps, ruleSet.withoutTime),
    length: lengthScore(steps),
    ...cartScores(problem, items, found, ruleSet),
    ...knowledgeScores(problem, found),
  };
  return {
    rule_set: ruleSet.name,
    rule_set_version: ruleSet.version,
    titles: { measure: ruleSet.similarity.name, threshold: ruleSet.similarity.threshold },
    scores,
    success: isSuccess(scores),
    recommended: scored.map((id, place) => found[place]?.product_id ?? id.slice(0, MAX_SHOWN_ID).toWellFormed()),
    flags: findFlags({ steps, recommendation, ids, found, wanted: problem.targets.length, shown }),
  };
}

/** A price that is not a number would pass JavaScript's comparisons unnoticed. */
function soundProduct(product: Product | undefined): Product | undefined {
  return product !== undefined && Number.isFinite(product.price) ? product : undefined;
}

function meanOf(items: readonly ItemScores[]): ItemScores {
  return itemScores((field) => (items.length === 0 ? 0 : mean(items.map((item) => item[field]))));
}

/** Both scores need a product for every item: an incomplete cart is neither in one shop nor within the budget. */
function cartScores(
  { category, voucher, targets }: Problem,
  items: readonly ItemScores[],
  found: readonly (Product | undefined)[],
  ruleSet: RuleSet,
): Pick<RuleScores, 'shop' | 'budget'> {
  const cart: CartItem[] = [];
  for (const [place, product] of found.entries()) {
    if (product === undefined || !ruleSet.standsInCart(items[place]!.rule)) continue;
    cart.push({ price: product.price, shopId: product.shop_id });
  }
  const whole = cart.length === targets.length;
  if (category === 'shop') return { shop: whole && isFromOneShop(cart) ? 1 : 0 };
  if (category !== 'voucher') return {};
  return { budget: whole && voucher !== undefined && isWithinBudget(voucher, cart) ? 1 : 0 };
}

function knowledgeScores(
  { targets: [target] }: Problem,
  [product]: readonly (Product | undefined)[],
): Pick<RuleScores, 'keyword'> {
  if (target === undefined || !asksForKnowledge(target)) return {};
  return { keyword: product === undefined ? 0 : keywordScore(target, product) };
}

/** `gt`, `format`, `length` and `keyword` do not matter; `rule` already includes the keyword. */
function isSuccess({ rule, shop = 1, budget = 1 }: RuleScores): boolean {
  return rule >= 1 && shop >= 1 && budget >= 1;
}

/** 1 divided by the number of steps if the last step terminates, else 0. */
export function lengthScore(steps: readonly ReadStep[]): number {
  const terminated = steps.at(-1)?.calls.some(({ name }) => name === 'terminate');
  return terminated === true ? 1 / steps.length : 0;
}
