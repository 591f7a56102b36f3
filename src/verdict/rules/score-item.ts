import type { Product } from '../../market/product.ts';
import type { Target } from '../../problems/problem.ts';
import { checkTarget, type FieldCheck } from '../../problems/satisfy.ts';
import { type ItemScores, itemScores } from '../score-fields.ts';
import type { RuleSet } from './rule-set.ts';
import { asksForKnowledge, scoreKnowledge } from './score-knowledge.ts';

export const NOTHING_FOUND: ItemScores = itemScores(() => 0);

/**
 * Scores a product for one item. The target itself always fulfils the item, whatever its listing says; other products
 * by the share of requirements they meet.
 */
export function scoreItem(target: Target, product: Product, ruleSet: RuleSet): ItemScores {
  if (asksForKnowledge(target)) return scoreKnowledge(target, product, ruleSet);
  const isTarget = product.product_id === target.productId;
  const { emptyField } = ruleSet;
  if (isTarget && !ruleSet.checksTarget) {
    const fields = { title: emptyField, price: emptyField, service: emptyField, 'sku & attrs': emptyField };
    return { gt: 1, rule: 1, product: 1, ...fields };
  }
  const check = checkTarget(target, product, ruleSet.similarity);
  const { accepts } = target;
  const isAccepted = isTarget || accepts?.includes(product.product_id) === true;
  // A listing on the key meets the requirements in its own values; the key only spells out the target's values.
  const share = ({ stated, satisfied }: FieldCheck): number =>
    stated === 0 ? emptyField : isAccepted && !isTarget ? 1 : satisfied / stated;
  // Being on the key is one more requirement, so that no other listing reaches 1.
  const stated = check.stated + (accepts === undefined ? 0 : 1);
  return {
    gt: isTarget ? 1 : 0,
    rule: isAccepted ? 1 : stated === 0 ? 0 : check.satisfied / stated,
    product: 1,
    // Requests reword the title, so a difference from the target's own title does not count against the target.
    title: isTarget && check.title.stated > 0 ? 1 : share(check.title),
    price: share(check.price),
    service: share(check.service),
    'sku & attrs': share(check.options),
  };
}
