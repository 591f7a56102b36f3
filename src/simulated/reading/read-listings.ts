import { listOf, objectOf } from '../../json/json-object.ts';
import type { Listing } from './conversation.ts';

const MAX_DEPTH = 8;
const MAX_NODES = 20_000;
const MAX_DESCRIPTION = 20_000;

/** Every product in a tool's result, wherever it is nested. */
export function listingsIn(value: unknown): Listing[] {
  const found: Listing[] = [];
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen++) {
    const node = waiting.pop()!;
    if (typeof node.value !== 'object' || node.value === null || node.depth > MAX_DEPTH) continue;
    const listing = Array.isArray(node.value) ? undefined : listingOf(objectOf(node.value));
    if (listing !== undefined) found.push(listing);
    else {
      const children = Array.isArray(node.value) ? node.value : Object.values(node.value);
      // Pushed in reverse, so that products are popped in their original order.
      for (let place = Math.min(children.length, MAX_NODES) - 1; place >= 0; place--) {
        waiting.push({ value: children[place], depth: node.depth + 1 });
      }
    }
  }
  return found;
}

function listingOf(product: Readonly<Record<string, unknown>>): Listing | undefined {
  const id = textOf(product.product_id ?? (product.title === undefined ? undefined : product.id));
  if (id === undefined || id === '') return undefined;
  const price = typeof product.price === 'string' ? Number.parseFloat(product.price) : product.price;
  const shopId = textOf(product.shop_id);
  return {
    id,
    ...(shopId !== undefined && { shopId }),
    ...(typeof product.title === 'string' && { title: product.title.slice(0, 500) }),
    ...(typeof price === 'number' && Number.isFinite(price) && { price }),
    ...(product.service !== undefined && { services: textsOf(product.service) }),
    ...(typeof product.sold_count === 'number' && { soldCount: product.sold_count }),
    ...(typeof product.description === 'string' && {
      description: `${textOf(product.short_description) ?? ''} ${product.description}`.slice(0, MAX_DESCRIPTION),
    }),
    ...(product.attributes !== undefined && { attributes: attributesOf(product.attributes) }),
    ...(product.sku_options !== undefined && { variants: variantsOf(product.sku_options) }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  return listOf(value)
    .slice(0, 40)
    .flatMap((part) => textOf(part) ?? []);
}

/** Accepts a record of names and values, or a list of such records. */
function attributesOf(value: unknown): [string, string[]][] {
  const records = Array.isArray(value) ? value.map(objectOf) : [objectOf(value)];
  return records
    .flatMap((record) => Object.entries(record))
    .slice(0, 200)
    .map(([name, values]) => [name, Array.isArray(values) ? textsOf(values) : [textOf(values) ?? ''].filter(Boolean)]);
}

function variantsOf(value: unknown): [string, string][][] {
  const variants = Array.isArray(value) ? value : Object.values(objectOf(value));
  return variants
    .slice(0, 400)
    .map((variant) =>
      Object.entries(objectOf(variant)).flatMap(([name, option]) =>
        textsOf(option === undefined ? [] : [option].flat()).map((text): [string, string] => [name, text]),
      ),
    );
}

/** Merges two sightings of a product; the later one wins. */
export function mergeListings(earlier: Listing | undefined, later: Listing): Listing {
  return earlier === undefined ? later : { ...earlier, ...later };
}
