import { z } from 'zod';

const score = z.number().min(0).max(1);

const ITEM_FIELDS = {
  gt: score,
  rule: score,
  product: score,
  title: score,
  price: score,
  service: score,
  'sku & attrs': score,
};

/**
 * Scores of one problem, each from 0 to 1, under the names of the wire. `shop`, `budget` and `keyword` exist only where a problem
 * asks for them. The only list of the fields: types, means and labels follow from it, and verdicts have them in this order.
 */
export const ruleScoresSchema = z.strictObject({
  ...ITEM_FIELDS,
  format: score,
  length: score,
  shop: z.exactOptional(score),
  budget: z.exactOptional(score),
  keyword: z.exactOptional(score),
});

export type RuleScores = Readonly<z.infer<typeof ruleScoresSchema>>;
export type ScoreField = keyof RuleScores;

/** What one recommended product earns for one item of the wish. */
export type ItemScores = Pick<RuleScores, keyof typeof ITEM_FIELDS>;

/** The scores of an item, each as `scoreOf` its field. */
export function itemScores(scoreOf: (field: keyof ItemScores) => number): ItemScores {
  const fields = Object.keys(ITEM_FIELDS) as (keyof ItemScores)[];
  return Object.fromEntries(fields.map((field) => [field, scoreOf(field)])) as ItemScores;
}
