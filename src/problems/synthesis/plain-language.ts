import type { Product } from '../../market/product.ts';
import type { Random } from '../../random/random.ts';
import { words } from '../../text/words.ts';
import type { FactPhrase } from '../language/fact-phrases.ts';
import type { LeafLanguage } from '../language/leaf-language.ts';

/** Values that a shopper would not ask for, or that cannot be worded. */
const DULL_VALUE = /^(no|not|none|n\/a|default|others?)\b|^.{41,}$|[^\p{L}\p{N}\s.,:/%+&()'"-]/u;

const SHOUT =
  /^(original|cod|hot|new|best|seller|sale|authentic|legit|wholesale|premium|trending|limited|ph|1pc|set|20\d\d|affordable|freebies|arrival|on|hand|with|for|and|the|in|of|to|by|that|good|quality|high|local|stock|fast|delivery|price|ready)$/i;

/**
 * The language for goods that are not in the lexicon, such as those of an imported market: a few words of the title,
 * and attributes by their own names. Such requests are easier to solve by copying their words.
 */
export function plainLanguage(random: Random, product: Product): LeafLanguage {
  const name = plainName(random, product);
  return {
    leaf: product.category.at(-1) ?? '',
    needs: [name],
    names: [name],
    occasions: ['I have been looking around for a while.', 'This is for my family.', 'My old one gave up.'],
    says: {},
  };
}

export function plainPhrases(product: Product): FactPhrase[] {
  const phrase = (text: string, key: string, value: string): FactPhrase[] =>
    value.trim() === '' || DULL_VALUE.test(value) ? [] : [{ text, fact: { kind: 'values', key, values: [value] } }];
  const attributes = Object.entries(product.attributes).flatMap(([key, values]) =>
    key === 'brand'
      ? []
      : values.flatMap((value) => phrase(`have ${value} as ${key.replaceAll('_', ' ')}`, key, value)),
  );
  const options = Object.values(product.sku_options).flatMap((variant) =>
    Object.entries(variant).flatMap(([key, value]) => phrase(`be available in ${value}`, key, value)),
  );
  return [...attributes, ...options];
}

/** Two to four consecutive words of the title, preferably near its start, where sellers put the name of the product. */
function plainName(random: Random, product: Product): string {
  const said = words(product.title.replaceAll(/[【[(][^】\])]*[】\])]/g, ' ')).filter((word) => !SHOUT.test(word));
  if (said.length === 0) return product.category.at(-1) ?? product.title;
  const length = Math.min(said.length, 2 + random.integer(3));
  const start = Math.floor((said.length - length + 1) * random.next() ** 2);
  return `something like ${said.slice(start, start + length).join(' ')}`;
}
