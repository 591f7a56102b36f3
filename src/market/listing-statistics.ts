import { ascending, nearestQuantile } from '../statistics/quantile.ts';
import { words } from '../text/words.ts';
import type { Product } from './product.ts';

/** How complete and how noisy listings are. Shares are between 0 and 1. */
export interface ListingStatistics {
  readonly listings: number;
  readonly no_brand: number;
  readonly no_attributes: number;
  readonly no_variants: number;
  readonly no_description: number;
  readonly no_short_description: number;
  readonly price_with_cents: number;
  readonly non_ascii_title: number;
  readonly non_ascii_description: number;
  /** Titles in which a word occurs twice. */
  readonly repeated_word_in_title: number;
  readonly title_words_median: number;
  readonly title_words_longest: number;
  readonly attributes_median: number;
  readonly variants_median: number;
  readonly variants_most: number;
  readonly description_length_median: number;
  readonly description_length_longest: number;
  readonly sold_median: number;
}

/** Reads the products once and keeps a few numbers per listing. If two have the same id, the first counts. */
export function listingStatistics(products: Iterable<Product>): ListingStatistics {
  const ids = new Set<string>();
  const counts = { brand: 0, attributes: 0, variants: 0, description: 0, short: 0, cents: 0 };
  const noise = { title: 0, description: 0, repeated: 0 };
  const columns = { words: [] as number[], attributes: [] as number[], variants: [] as number[] };
  const lengths: number[] = [];
  const sold: number[] = [];
  for (const product of products) {
    if (ids.has(product.product_id)) continue;
    ids.add(product.product_id);
    const description = product.description.trim();
    const attributes = Object.keys(product.attributes).length;
    const variants = Object.keys(product.sku_options).length;
    counts.brand += Number(product.brand.trim() === '');
    counts.attributes += Number(attributes === 0);
    counts.variants += Number(variants === 0);
    counts.description += Number(description === '');
    counts.short += Number(product.short_description.trim() === '');
    counts.cents += Number(!Number.isInteger(product.price));
    noise.title += Number(hasNonAscii(product.title));
    noise.description += Number(hasNonAscii(description));
    noise.repeated += Number(hasRepetition(words(product.title)));
    columns.words.push(product.title.split(/\s+/).length);
    columns.attributes.push(attributes);
    columns.variants.push(variants);
    lengths.push(description.length);
    sold.push(product.sold_count);
  }
  const share = (count: number): number => Math.round((count / Math.max(1, ids.size)) * 1000) / 1000;
  return {
    listings: ids.size,
    no_brand: share(counts.brand),
    no_attributes: share(counts.attributes),
    no_variants: share(counts.variants),
    no_description: share(counts.description),
    no_short_description: share(counts.short),
    price_with_cents: share(counts.cents),
    non_ascii_title: share(noise.title),
    non_ascii_description: share(noise.description),
    repeated_word_in_title: share(noise.repeated),
    title_words_median: at(columns.words, 0.5),
    title_words_longest: at(columns.words, 1),
    attributes_median: at(columns.attributes, 0.5),
    variants_median: at(columns.variants, 0.5),
    variants_most: at(columns.variants, 1),
    description_length_median: at(lengths, 0.5),
    description_length_longest: at(lengths, 1),
    sold_median: at(sold, 0.5),
  };
}

function at(values: readonly number[], share: number): number {
  return nearestQuantile(ascending(values), share) ?? 0;
}

function hasNonAscii(text: string): boolean {
  return /\P{ASCII}/u.test(text);
}

function hasRepetition(list: readonly string[]): boolean {
  return new Set(list).size < list.length;
}
