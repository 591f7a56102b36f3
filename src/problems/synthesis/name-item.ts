import { CATALOGUE, type LeafCategory } from '../../market/catalogue.ts';
import type { Product } from '../../market/product.ts';
import type { Random } from '../../random/random.ts';

/** Never more consecutive words of the title than this; a query that quotes its answer tests copying. */
export const MAX_TITLE_RUN = 4;

const LEAF_BY_PATH: ReadonlyMap<string, LeafCategory> = new Map(CATALOGUE.map((leaf) => [leaf.path.join('>'), leaf]));

/** Every word the catalogue is made of, in lower case. */
const CATALOGUE_WORDS: ReadonlySet<string> = new Set(
  CATALOGUE.flatMap((leaf) => [
    ...leaf.nouns,
    ...leaf.features,
    ...leaf.uses,
    ...Object.values(leaf.attributes).flat(),
    ...Object.values(leaf.skuAxes).flat(),
  ]).flatMap((phrase) => phrase.toLowerCase().split(/[\s/-]+/)),
);

const SHOUT =
  /^(original|cod|hot|new|best|seller|sale!?|authentic|legit|wholesale|premium|trending|limited|ph|1pc|set|20\d\d|affordable|freebies|arrival|on|hand|with|for|and|the|in|of|to|by|that|good|quality|high|local|stock|fast|delivery|price|ready|pro|max|plus|lite|mini|air|ultra|neo|classic|100%)$/i;

/**
 * What a shopper calls the item: a noun and a little more, taken from the title, so that it can be told from others of
 * its kind. In the seeded marketplace the noun is known; of imported goods only the title is.
 */
export function nameItem(random: Random, product: Product): string {
  const leaf = LEAF_BY_PATH.get(product.category.join('>'));
  const name = leaf === undefined ? runOfWords(random, product) : nounAndMore(random, product, leaf);
  return name.toLowerCase();
}

function nounAndMore(random: Random, product: Product, leaf: LeafCategory): string {
  const title = product.title.toLowerCase();
  const said = leaf.nouns.filter((noun) => title.includes(noun.toLowerCase()));
  const noun = said.length > 0 ? random.pick(said) : random.pick(leaf.nouns);
  const features = leaf.features.filter((feature) => title.includes(feature.toLowerCase()));
  // What no listing of any leaf would say is mostly the series and the model: the item's own name.
  const brandWords = product.brand.toLowerCase().split(' ');
  const own = titleWords(product.title)
    .slice(0, 6)
    .filter((word) => /^[A-Z][\w-]{2,}$/.test(word))
    .filter((word) => !CATALOGUE_WORDS.has(word.toLowerCase()) && !brandWords.includes(word.toLowerCase()));
  const feature = features.length > 0 ? random.pick(features) : undefined;
  const before = own.length > 0 && random.chance(0.55) ? random.pick(own) : undefined;
  if (before !== undefined && (feature === undefined || random.chance(0.5))) return `${before} ${noun}`;
  if (feature === undefined) return noun;
  const described = before === undefined ? noun : `${before} ${noun}`;
  // "With" needs a thing behind it; of longer selling points the last word mostly is one.
  if (/^with /i.test(feature)) return `${described} ${feature}`;
  return feature.split(' ').length < 3 || random.chance(0.5)
    ? `${feature} ${described}`
    : `${described} with ${feature}`;
}

/** Two to four words of the title, preferring a run that begins early, where sellers put what the thing is. */
function runOfWords(random: Random, product: Product): string {
  const words = titleWords(product.title);
  if (words.length === 0) return product.category.at(-1) ?? product.title;
  const length = Math.min(words.length, 2 + random.integer(MAX_TITLE_RUN - 1));
  const start = Math.floor((words.length - length + 1) * random.next() ** 2);
  return words.slice(start, start + length).join(' ');
}

/** The words of a title that say something, without brackets and shop talk. */
export function titleWords(title: string): string[] {
  return title
    .replaceAll(/[【[(][^】\])]*[】\])]/g, ' ')
    .split(/[\s,/|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !SHOUT.test(word));
}
