import type { Product } from '../../market/product.ts';
import type { Target } from '../../problems/problem.ts';
import { holdsKeyword } from '../../problems/satisfy.ts';
import type { ItemScores } from '../score-fields.ts';
import type { RuleSet } from './rule-set.ts';

/** A target with the keyword that its question asks for. */
export type KnowledgeTarget = Target & { readonly keyword: string };

export function asksForKnowledge(target: Target): target is KnowledgeTarget {
  return target.keyword !== undefined;
}

/**
 * The benchmark's rule for knowledge problems: the target, or the keyword and a title similar to the target's. Nothing
 * else counts, because such a problem states nothing else.
 */
export function scoreKnowledge(target: KnowledgeTarget, product: Product, ruleSet: RuleSet): ItemScores {
  const { emptyField, similarity, knowledgeThreshold } = ruleSet;
  const isTarget = product.product_id === target.productId;
  const isAccepted = isTarget || target.accepts?.includes(product.product_id) === true;
  const keyword = keywordScore(target, product);
  const alike = target.titles.some((title) => similarity.compare(product.title, title) >= knowledgeThreshold);
  const title = isAccepted || alike ? 1 : 0;
  // With a complete key, being on it is one more requirement, so that no other listing reaches 1.
  const stated = target.accepts === undefined ? 2 : 3;
  return {
    gt: isTarget ? 1 : 0,
    rule: isAccepted ? 1 : (keyword + title) / stated,
    product: 1,
    title,
    price: emptyField,
    service: emptyField,
    'sku & attrs': emptyField,
  };
}

export function keywordScore(target: KnowledgeTarget, product: Product): 0 | 1 {
  const isAccepted = product.product_id === target.productId || target.accepts?.includes(product.product_id);
  return isAccepted || holdsKeyword(product, target.keyword) ? 1 : 0;
}
