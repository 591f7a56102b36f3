import { describe, expect, it } from 'vitest';
import { listingStatistics } from './listing-statistics.ts';
import { sampleProduct } from './testing/sample-products.ts';

describe('listingStatistics', () => {
  it('counts what listings leave out and how noisy they are', () => {
    const products = [
      sampleProduct('1', { title: 'Red red cup', price: 9.5, brand: 'Acme', description: '好', sold_count: 4 }),
      sampleProduct('2', {
        title: 'Blue cup ★',
        price: 9,
        short_description: '- size: s',
        attributes: { size: ['s'], colour: ['blue'] },
        sku_options: { a: { size: 's' }, b: { size: 'm' } },
      }),
      sampleProduct('3', { title: 'Cup', attributes: { size: ['s'] }, sku_options: { a: { size: 's' } } }),
      sampleProduct('3', { title: 'The same record again' }),
    ];
    expect(listingStatistics(products)).toEqual({
      listings: 3,
      no_brand: 0.667,
      no_attributes: 0.333,
      no_variants: 0.333,
      no_description: 0.667,
      no_short_description: 0.667,
      price_with_cents: 0.333,
      non_ascii_title: 0.333,
      non_ascii_description: 0.333,
      repeated_word_in_title: 0.333,
      title_words_median: 3,
      title_words_longest: 3,
      attributes_median: 1,
      variants_median: 1,
      variants_most: 2,
      description_length_median: 0,
      description_length_longest: 1,
      sold_median: 0,
    });
  });

  it('listing statistics are zero without listings', () => {
    expect(new Set(Object.values(listingStatistics([])))).toEqual(new Set([0]));
  });
});
