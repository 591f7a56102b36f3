import type { Product } from '../product.ts';

/**
 * What of a product can be searched: title, brand, category, attribute values, and each SKU value once (a shirt in ten
 * sizes and one colour says the colour once, not ten times). Descriptions are for reading only. Pieces stand on lines
 * of their own, so that no word runs over from one into the next.
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
