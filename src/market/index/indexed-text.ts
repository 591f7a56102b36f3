import type { Product } from '../product.ts';

/**
 * The searchable text of a product: title, brand, category, attribute values, and each SKU value once (a shirt in ten
 * sizes and one colour contains the colour once, not ten times). Descriptions are not searchable. Each part is on its
 * own line, so that no word continues from one part into the next.
 */
export function indexedText(product: Product): string {
  const pieces = new Set<string>();
  for (const variant of Object.values(product.sku_options)) for (const axis in variant) pieces.add(variant[axis]!);
  return [
    product.title,
    product.brand,
    ...product.category,
    ...Object.values(product.attributes).flat(),
    ...pieces,
  ].join('\n');
}
