import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import type { Product } from '../product.ts';
import { checkProduct, type ParsedProduct } from './parse-product.ts';

/** Shop id for items without a seller. */
const SHOP = 'webshop';

/** The price that WebShop itself uses for an item without one. */
const PRICE_WHEN_MISSING = 100;

/** WebShop skips items with a longer number. */
const MAX_ASIN_LENGTH = 10;

/** Options are combined freely, so ten colours in twenty sizes give 200 variants. */
const MAX_VARIANTS = 256;

const text = z
  .union([z.string(), z.null()])
  .optional()
  .transform((value) => value ?? '');

const itemSchema = z.object({
  asin: z.string().refine((asin) => asin !== 'nan' && asin.length <= MAX_ASIN_LENGTH, 'is not an item number'),
  name: z.string(),
  pricing: text,
  full_description: text,
  small_description: z
    .union([z.array(z.string()), z.string(), z.null()])
    .optional()
    .transform((value) => (typeof value === 'string' ? [value] : (value ?? []))),
  product_category: text,
  category: text,
  brand: text,
  seller_id: text,
  /** An empty string if there are none. */
  customization_options: z
    .union([z.record(z.string(), z.array(z.object({ value: z.string() })).nullable()), z.literal(''), z.null()])
    .optional()
    .transform((value) => (value === '' || value === null || value === undefined ? {} : value)),
});

/** Parses one item of WebShop's `items_shuffle.json` like WebShop's own `load_products`. */
export function parseWebShopItem(json: string): ParsedProduct {
  const parsed = parseJson(json);
  if (!parsed.ok) return { ok: false, reason: `is not JSON: ${parsed.reason}` };
  const item = itemSchema.safeParse(parsed.value);
  if (!item.success) {
    const issue = item.error.issues[0]!;
    return { ok: false, reason: `${issue.path.join('.')}: ${issue.message}` };
  }
  const { data } = item;
  const price = priceOf(data.pricing);
  if (price === undefined) return { ok: false, reason: `pricing: "${data.pricing.slice(0, 40)}" is not a price` };
  const product: Product = {
    product_id: data.asin,
    shop_id: data.seller_id.trim().replaceAll(',', ' ') || SHOP,
    title: data.name,
    price,
    service: [],
    sold_count: 0,
    brand: data.brand,
    category: categoryOf(data.product_category, data.category),
    short_description: data.small_description.filter(Boolean).join('\n'),
    description: data.full_description,
    sku_options: variantsOf(data.asin, optionsOf(data.customization_options)),
    attributes: {},
  };
  return checkProduct(product);
}

/** Parses `$12.99`, or a range such as `$10.00 - $20.00`, of which the lower end counts. */
function priceOf(pricing: string): number | undefined {
  if (pricing === '') return PRICE_WHEN_MISSING;
  const amount = pricing.split('$')[1]?.replaceAll(/[^\d.]/g, '');
  const price = amount === undefined || amount === '' ? Number.NaN : Number(amount);
  return Number.isFinite(price) ? price : undefined;
}

function categoryOf(path: string, category: string): string[] {
  const parts = path.split('›').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  return named.length > 0 ? named : category === '' ? [] : [category];
}

/** Axes and values in the spelling that WebShop displays. */
function optionsOf(
  options: Readonly<Record<string, readonly { readonly value: string }[] | null>>,
): (readonly [axis: string, values: readonly string[]])[] {
  return Object.entries(options).flatMap(([axis, contents]) => {
    const values = new Set((contents ?? []).map(({ value }) => value.trim().replaceAll('/', ' | ').toLowerCase()));
    values.delete('');
    return values.size === 0 ? [] : [[axis.toLowerCase(), [...values]] as const];
  });
}

/** Every combination of the options. If there are too many, each value becomes a separate variant. */
function variantsOf(
  asin: string,
  options: readonly (readonly [axis: string, values: readonly string[]])[],
): Product['sku_options'] {
  const combinations = options.reduce((product, [, values]) => product * values.length, 1);
  const variants: Record<string, string>[] =
    combinations > MAX_VARIANTS
      ? options.flatMap(([axis, values]) => values.map((value) => ({ [axis]: value })))
      : options.reduce<Record<string, string>[]>(
          (variants, [axis, values]) =>
            variants.flatMap((variant) => values.map((value) => ({ ...variant, [axis]: value }))),
          options.length === 0 ? [] : [{}],
        );
  return Object.fromEntries(variants.map((variant, place) => [`${asin}-${place + 1}`, variant]));
}
