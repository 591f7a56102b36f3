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
 * Scores of one problem, each from 0 to 1, with the field names of the API. `shop`, `budget` and `keyword` exist only
 * if a problem requires them. This is the only list of the fields: types, means and labels are derived from it, and
 * verdicts have them in this order.
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

/** Scores of one recommended product for one item of the request. */
export type ItemScores = Pick<RuleScores, keyof typeof ITEM_FIELDS>;

/** Builds item scores by calling `scoreOf` for each field. */
export function itemScores(scoreOf: (field: keyof ItemScores) => number): ItemScores {
  const fields = Object.keys(ITEM_FIELDS) as (keyof ItemScores)[];
  return Object.fromEntries(fields.map((field) => [field, scoreOf(field)])) as ItemScores;
}
