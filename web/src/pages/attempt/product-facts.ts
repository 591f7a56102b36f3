import { isJsonObject, textOf } from '../../../../src/json/json-object.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ProductFact {
  readonly name: string;
  readonly text: string;
}

/** What search results said of a product, by its id: a product page itself has no title, price or shop. */
export type KnownProducts = ReadonlyMap<string, Fields>;

/** The products in the results of searches. A product is the same in all results of an attempt. */
export function knownProducts(responses: readonly unknown[]): KnownProducts {
  const known = new Map<string, Fields>();
  for (const response of responses) {
    if (!Array.isArray(response)) continue;
    for (const product of response) {
      if (!isJsonObject(product)) continue;
      const id = textOf(product.product_id);
      if (id !== undefined && typeof product.title === 'string') known.set(id, product);
    }
  }
  return known;
}

/** Shown above the lines. */
const ABOVE = new Set(['product_id', 'title']);
const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  shop_id: 'Shop',
  sku_options: 'Options',
  attributes: 'Attributes',
  short_description: 'Summary',
  description: 'Description',
};

/** An opened product as named lines: price and shop first, then what its page says, then fields that we do not know. */
export function productFacts(product: Fields, card: Fields | undefined): readonly ProductFact[] {
  const all: Fields = { price: card?.price, shop_id: card?.shop_id, ...product };
  const known = Object.keys(NAMES).filter((key) => all[key] !== undefined);
  const others = Object.keys(product).filter((key) => !(key in NAMES) && !ABOVE.has(key));
  return [...known, ...others]
    .map((key) => ({ name: NAMES[key] ?? key, text: valueText(key, all[key]) }))
    .filter(({ text }) => text !== '');
}

function valueText(key: string, value: unknown): string {
  if (key === 'sku_options' && isJsonObject(value)) {
    return Object.entries(value)
      .map(([variant, options]) => `${variant}: ${pairsText(options)}`)
      .join('\n');
  }
  return key === 'attributes' ? pairsText(value) : plainText(value);
}

/** @example pairsText({ colour: ['red', 'blue'] }) // 'colour red, blue' */
function pairsText(value: unknown): string {
  if (!isJsonObject(value)) return plainText(value);
  return Object.entries(value)
    .map(([name, given]) => `${name} ${Array.isArray(given) ? given.map(plainText).join(', ') : plainText(given)}`)
    .join(' · ');
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
