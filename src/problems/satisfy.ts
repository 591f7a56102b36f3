/** Decides which products satisfy a problem. */
export { checkTarget, type FieldCheck } from './satisfy/check-target.ts';
export { holdsKeyword, knowledgeThreshold } from './satisfy/knowledge.ts';
export { lexicalSimilarity } from './satisfy/lexical-similarity.ts';
export {
  lexicalMeasure,
  lexicalMeasureAt,
  type TitleMeasure,
} from './satisfy/title-measure.ts';
export type { TitleSimilarity } from './satisfy/title-similarity.ts';
export { comparabilityNote } from './satisfy/title-thresholds.ts';
export {
  type CartItem,
  cartTotal,
  isFromOneShop,
  isWithinBudget,
  payableTotal,
  voucherApplies,
} from './satisfy/voucher-price.ts';
