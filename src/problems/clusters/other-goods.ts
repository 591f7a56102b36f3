import { bagCosine, featuresOf, type RarityWeights, type RequestFeatures, weigh } from './request-features.ts';
import { type RequestText, readOneRequest } from './request-text.ts';

const VOUCHER = /voucher|coupon|discount|budget|promo/i;
const ENGLISH = new Set('a an the and or for with to of in it more than up on by is my'.split(' '));
const ENGLISH_WORDS = 3;

/** With fewer words than this, a description of goods cannot be judged. */
const WORDS_TO_JUDGE = 4;
/** A sentence with fewer words than this is only about money. */
const WORDS_OF_GOODS = 3;
const LEAST_AGREEMENT = 0.15;
/** A number this rare is as distinctive as words. */
const RARE_NUMBER = 0.6;

/** Whether two English requests share a voucher, recognised by its numbers, but ask for different goods. */
export function haveOtherGoods(left: RequestText, right: RequestText, weights: RarityWeights): boolean {
  const [ofLeft, ofRight] = [goodsOf(left), goodsOf(right)];
  if (ofLeft === undefined || ofRight === undefined) return false;
  const [one, other] = [weigh(ofLeft, weights), weigh(ofRight, weights)];
  const cosine = Math.max(bagCosine(one.said, other.said, weights), bagCosine(one.meant, other.meant, weights));
  if (cosine >= LEAST_AGREEMENT) return false;
  return !one.numberKeys.values().some((key) => other.numberKeys.has(key) && weights.weight(key) >= RARE_NUMBER);
}

/** The request without the sentences about the voucher; `undefined` for requests without a voucher. */
function goodsOf({ query, words }: RequestText): RequestFeatures | undefined {
  const sentences = query.split(/[?!;\n]+|\.(?!\d)/);
  const others = sentences.filter((sentence) => !VOUCHER.test(sentence));
  if (others.length === sentences.length) return undefined;
  if (words.filter((word) => ENGLISH.has(word)).length < ENGLISH_WORDS) return undefined;
  // "I've 859 pesos" belongs to the voucher and does not name goods.
  const goods = others.filter((sentence) => featuresOf(readOneRequest(sentence)).said.size >= WORDS_OF_GOODS);
  const features = featuresOf(readOneRequest(goods.join('. ')));
  return features.said.size < WORDS_TO_JUDGE ? undefined : features;
}
