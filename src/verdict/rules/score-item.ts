import type { Product } from '../../market/product.ts';
import type { Target } from '../../problems/problem.ts';
import { checkTarget, type FieldCheck } from '../../problems/satisfy.ts';
import { type ItemScores, itemScores } from '../score-fields.ts';
import type { RuleSet } from './rule-set.ts';

export const NOTHING_FOUND: ItemScores = itemScores(() => 0);

/** The target itself fulfils its wish whatever its listing says; anything else by the share of what was asked. */
export function scoreItem(target: Target, product: Product, ruleSet: RuleSet): ItemScores {
  const isTarget = product.product_id === target.productId;
  const { emptyField } = ruleSet;
  if (isTarget && !ruleSet.checksTarget) {
    const fields = { title: emptyField, price: emptyField, service: emptyField, 'sku & attrs': emptyField };
    return { gt: 1, rule: 1, product: 1, ...fields };
  }
  const check = checkTarget(target, product, ruleSet.similarity);
  const share = ({ stated, satisfied }: FieldCheck): number => (stated === 0 ? emptyField : satisfied / stated);
  return {
    gt: isTarget ? 1 : 0,
    rule: isTarget ? 1 : check.stated === 0 ? 0 : check.satisfied / check.stated,
    product: 1,
    // A wish words the title anew; that the target's own is unlike it says nothing against the target.
    title: isTarget && check.title.stated > 0 ? 1 : share(check.title),
    price: share(check.price),
    service: share(check.service),
    'sku & attrs': share(check.options),
  };
}
