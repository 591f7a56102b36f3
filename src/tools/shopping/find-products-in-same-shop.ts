import { z } from 'zod';
import type { ProductCard } from '../../market/product.ts';
import { words } from '../../text/words.ts';
import { jsonOr, withoutEmpty } from '../lenient-values.ts';
import type { MarketView } from '../market-view.ts';
import { defineTool } from '../tool.ts';

/** Each shop costs one search per item. */
const MAX_SHOPS = 10;
const MAX_ITEMS = 10;

const FORM = `must be a JSON array of 1 to ${MAX_ITEMS} objects with q and, if wanted, price and service`;

const item = z.preprocess(
  withoutEmpty,
  z.strictObject(
    {
      q: z.string(FORM).describe('Two to six words that name the product.'),
      price: z.string(FORM).optional().describe('Price range, "low-high" or "low-".'),
      service: z.string(FORM).optional().describe('Comma list of official, freeShipping, COD, flashsale.'),
    },
    FORM,
  ),
);

type Item = z.output<typeof item>;

interface ShopOffer {
  readonly shopId: string;
  /** The shop's best match for each item. */
  readonly products: readonly (ProductCard | undefined)[];
}

export const findProductsInSameShop = defineTool({
  name: 'find_products_in_same_shop',
  description:
    'Find one shop that has all of several products. Searches for every item, tries up to 10 of the shops that turn up, keeps price and service of every item, and returns the shop whose products match the words best: found, shop_id, products in the order of the queries (each with its q, product_id, title, price, service and the words its title does not show), shops_tried. Attributes and variants are not checked; verify the products before recommending them.',
  parameters: z.object({
    product_queries: jsonOr(z.array(item, FORM).min(1, FORM).max(MAX_ITEMS, FORM)).describe(
      'One entry per product, in the order the user asked for them, for example [{"q": "steel lunch box", "price": "100-450"}, {"q": "kids water bottle", "service": "COD"}].',
    ),
  }),
  run: async ({ product_queries: items }, market) => {
    const found = [];
    for (const wanted of items) {
      const cards = await search(market, wanted);
      if (cards.length === 0) {
        return notFound(0, `Nothing was found for "${wanted.q}": use fewer words or wider filters.`);
      }
      found.push(cards);
    }
    const shops = shopsByPromise(found).slice(0, MAX_SHOPS);
    let best: ShopOffer | undefined;
    let tried = 0;
    for (const shopId of shops) {
      const offer = await visit(market, shopId, items);
      tried++;
      if (best === undefined || worth(offer, items) > worth(best, items)) best = offer;
      if (best === offer && offer.products.every((card, place) => card && showsAll(card, items[place]!))) break;
    }
    const missing = items.filter((_, place) => best?.products[place] === undefined).map(({ q }) => `"${q}"`);
    if (best === undefined || missing.length > 0) {
      return notFound(tried, `No shop has everything; the best, ${best?.shopId}, lacks ${missing.join(', ')}.`);
    }
    const products = best.products.map((card, place) => describe(card!, items[place]!));
    return { found: true, shop_id: best.shopId, products, shops_tried: tried };
  },
});

function notFound(tried: number, reason: string) {
  return { found: false, shop_id: null, products: [], shops_tried: tried, reason };
}

async function search(market: MarketView, { q, price, service }: Item, shopId?: string) {
  return await market.find({ q, price, service, shop_id: shopId });
}

/** Orders shops by the number of items they were found for, then by average rank in the results. */
function shopsByPromise(found: readonly (readonly ProductCard[])[]): string[] {
  const promise = new Map<string, { items: number; rank: number }>();
  for (const cards of found) {
    const ranks = new Map<string, number>();
    for (const [rank, card] of cards.entries()) if (!ranks.has(card.shop_id)) ranks.set(card.shop_id, rank);
    for (const [shopId, rank] of ranks) {
      const known = promise.get(shopId) ?? { items: 0, rank: 0 };
      promise.set(shopId, { items: known.items + 1, rank: known.rank + rank });
    }
  }
  return [...promise]
    .sort(([, left], [, right]) => right.items - left.items || left.rank / left.items - right.rank / right.items)
    .map(([shopId]) => shopId);
}

async function visit(market: MarketView, shopId: string, items: readonly Item[]): Promise<ShopOffer> {
  const products: (ProductCard | undefined)[] = [];
  for (const wanted of items) {
    const cards = await search(market, wanted, shopId);
    // One product cannot serve as two of the requested items.
    products.push(cards.find((card) => !products.some((taken) => taken?.product_id === card.product_id)));
  }
  return { shopId, products };
}

/** Compares shops by the number of items found, then by the query words in the titles. */
function worth(offer: ShopOffer, items: readonly Item[]): number {
  return offer.products.reduce((sum, card, place) => {
    if (card === undefined) return sum;
    const { q } = items[place]!;
    return sum + items.length + 1 - missingWords(card, q).length / Math.max(1, words(q).length);
  }, 0);
}

function showsAll(card: ProductCard, { q }: Item): boolean {
  return missingWords(card, q).length === 0;
}

function describe(card: ProductCard, { q }: Item) {
  const { product_id, shop_id, title, price, service, sold_count } = card;
  return { q, product_id, shop_id, title, price, service, sold_count, words_not_in_title: missingWords(card, q) };
}

function missingWords(card: ProductCard, q: string): string[] {
  const shown = new Set(words(card.title));
  return [...new Set(words(q))].filter((word) => !shown.has(word));
}
