import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listingsIn } from '../../simulated/reading/read-listings.ts';
import { DEFAULT_MAX_OBSERVATION, LEAST_MAX_OBSERVATION, shortenObservation } from './shorten-observation.ts';

const card = (place: number) => ({
  product_id: `${1000 + place}`,
  shop_id: '7',
  title: `Kavari Desk Lamp Number ${place}`,
  price: 100 + place,
  service: ['COD'],
  sold_count: place,
});
const page = (place: number, variants = 4) => ({
  product_id: `${1000 + place}`,
  short_description: '- brand: kavari\n- base: round\n'.repeat(5),
  description: 'A lamp that you can rely on. '.repeat(20),
  sku_options: Object.fromEntries(
    Array.from({ length: variants }, (_, each) => [`70${place}${each}`, { color: `shade ${each}`, size: 'm' }]),
  ),
  attributes: { brand: ['kavari'], base: ['round', 'square'] },
});
const cards = Array.from({ length: 10 }, (_, place) => card(place));
const text = JSON.stringify(cards);

function shown(value: unknown, most: number) {
  const short = shortenObservation(JSON.stringify(value), most);
  expect(short.length).toBeLessThanOrEqual(most);
  return JSON.parse(short);
}

describe('shortenObservation', () => {
  it('leaves an observation that fits unchanged, to the byte', () => {
    const spaced = '[ {"product_id" : "1"} ]';
    expect(shortenObservation(spaced, spaced.length)).toBe(spaced);
    expect(shortenObservation(text, text.length)).toBe(text);
  });

  it('shortens an observation at the default limit as earlier runs did', () => {
    const long = JSON.stringify('x'.repeat(DEFAULT_MAX_OBSERVATION));
    expect(shortenObservation(long, DEFAULT_MAX_OBSERVATION)).toBe(
      JSON.stringify({ cut: 'only the first 32000 characters', result: long.slice(0, DEFAULT_MAX_OBSERVATION) }),
    );
  });

  it('keeps complete leading cards of an observation and says how many are missing', () => {
    const kept = shown(cards, 700);
    const left = kept.length - 1;
    expect(left).toBeGreaterThan(3);
    expect(kept).toEqual([...cards.slice(0, left), { left_out: 10 - left }]);
    expect(listingsIn(kept).map(({ id }) => id)).toEqual(cards.slice(0, left).map(({ product_id }) => product_id));
    expect(JSON.stringify([...cards.slice(0, left + 1), { left_out: 9 - left }]).length).toBeGreaterThan(700);
  });

  it('removes free texts before items, and only as much as necessary', () => {
    const pages = [page(0), page(1), page(2)];
    const [first, second, third, ...more] = shown(pages, 1_500);
    expect(more).toEqual([]);
    expect([first.product_id, second.product_id, third.product_id]).toEqual(['1000', '1001', '1002']);
    expect(first.sku_options).toEqual(pages[0]!.sku_options);
    expect(first.attributes).toEqual(pages[0]!.attributes);
    expect(first.description).toMatch(/^A lamp .+…$/);
    const bare = pages.map(({ description: _, short_description: __, ...rest }) => rest);
    const two = [bare[0], bare[1], { left_out: 1 }];
    expect(shown(pages, JSON.stringify(two).length)).toEqual(two);
    expect(shown(pages, JSON.stringify(two).length - 1).map((each: object) => Object.keys(each)[0])).toEqual([
      'product_id',
      'left_out',
    ]);
    expect(shown([page(0)], 700)[0].description.length).toBeGreaterThanOrEqual(100);
  });

  it('shortens the lists in one item when a single item does not fit', () => {
    const [only, ...none] = shown([page(0, 60), page(1)], 400);
    expect(only.product_id).toBe('1000');
    const { left_out, ...variants } = only.sku_options;
    expect(left_out + Object.keys(variants).length).toBe(60);
    expect(Object.values(variants)[0]).toEqual({ color: 'shade 0', size: 'm' });
    expect(only.attributes).toEqual(page(0).attributes);
    expect(none).toEqual([{ left_out: 1 }]);
  });

  it('finds the lists to shorten in results that are objects', () => {
    const shop = { found: true, shop_id: '7', products: cards, shops_tried: 3 };
    const kept = shown(shop, 600);
    expect(kept).toMatchObject({ found: true, shop_id: '7', shops_tried: 3 });
    expect(kept.products.at(-1)).toEqual({ left_out: 11 - kept.products.length });
    const check = { matched: true, matches: cards, mismatches: [], variant: null, product_summary: page(0, 40) };
    expect(shown(check, 900)).toMatchObject({ matched: true, mismatches: [] });
  });

  it('shortens observations that are text or not JSON', () => {
    expect(shown('word '.repeat(200), 300)).toMatch(/^word word .*…$/);
    expect(shown({ error: 'no such thing '.repeat(100) }, 300).error).toMatch(/…$/);
    expect(shortenObservation('no JSON '.repeat(100), 200)).toMatch(/^no JSON .*…$/);
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(shortenObservation(deep, 500)).toHaveLength(500);
  });

  it('a shortened observation is JSON within the limit, for any tool result', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: LEAST_MAX_OBSERVATION, max: 1_000 }),
        (value, most) => {
          const whole = JSON.stringify([value, ...cards]);
          const short = shortenObservation(whole, most);
          expect(short.length).toBeLessThanOrEqual(most);
          expect(() => JSON.parse(short)).not.toThrow();
          expect(shortenObservation(whole, most)).toBe(short);
        },
      ),
    );
  });
});
