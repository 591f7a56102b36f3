import { analyse } from '../../market/analysis.ts';
import type { TitleSimilarity } from './title-similarity.ts';
import { LEXICAL_MEASURE, strictThreshold } from './title-thresholds.ts';

/** Advertising words that sellers put in every title; they do not describe the product. */
const NOISE = new Set(
  analyse(`original cod ready stock hot sale new arrival best seller authentic legit premium high quality wholesale
    on hand ship local fast delivery freebies price good affordable ph trending pc set limited free shipping`),
);

/** Cached because one title is compared with many others. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, ReadonlySet<string>>();

/** Cosine between the sets of stems of two titles, without the advertising words. */
export const lexicalSimilarity: TitleSimilarity = {
  name: LEXICAL_MEASURE,
  threshold: strictThreshold(LEXICAL_MEASURE),
  compare(left, right) {
    const a = tellingStems(left);
    const b = tellingStems(right);
    if (a.size === 0 || b.size === 0) return left.trim() === right.trim() ? 1 : 0;
    const [small, large] = a.size < b.size ? [a, b] : [b, a];
    let shared = 0;
    for (const stem of small) if (large.has(stem)) shared++;
    return shared / Math.sqrt(a.size * b.size);
  },
};

function tellingStems(title: string): ReadonlySet<string> {
  const known = remembered.get(title);
  if (known !== undefined) return known;
  const stems = new Set(analyse(title).filter((stem) => !NOISE.has(stem)));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(title, stems);
  return stems;
}
