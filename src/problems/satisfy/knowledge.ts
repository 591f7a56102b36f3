import type { Product } from '../../market/product.ts';
import type { TitleSimilarity } from './title-similarity.ts';

/**
 * Title thresholds of the reference's embedding model: the benchmark uses 0.8 in knowledge problems, production uses
 * 0.7 elsewhere. Other measures have other scales, so their knowledge threshold is their own threshold times 0.8 / 0.7,
 * rounded to four digits.
 */
const STRICTER = { knowledge: 0.8, production: 0.7 };

export function knowledgeThreshold({ threshold }: TitleSimilarity): number {
  return Math.min(1, Math.round((threshold * STRICTER.knowledge * 10_000) / STRICTER.production) / 10_000);
}

/**
 * Matches as the benchmark does: a substring, ignoring case, in title or description but not in the short description.
 */
export function holdsKeyword(product: Pick<Product, 'title' | 'description'>, keyword: string): boolean {
  const wanted = keyword.toLowerCase();
  return [product.title, product.description].some((text) => text.toLowerCase().includes(wanted));
}
