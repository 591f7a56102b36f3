import type { Product } from '../../market/product.ts';
import type { TitleSimilarity } from './title-similarity.ts';

/**
 * The benchmark takes titles from 0.8 on in knowledge problems where production wants 0.7 elsewhere, both of one embedding.
 * Another measure has another scale: its threshold stands for that 0.7, and this one lies at the same multiple of it, to
 * four digits.
 */
const STRICTER = { knowledge: 0.8, production: 0.7 };

export function knowledgeThreshold({ threshold }: TitleSimilarity): number {
  return Math.min(1, Math.round((threshold * STRICTER.knowledge * 10_000) / STRICTER.production) / 10_000);
}

/** As the benchmark looks it up: as a piece of text, upper and lower case alike, not in the short description. */
export function holdsKeyword(product: Pick<Product, 'title' | 'description'>, keyword: string): boolean {
  const wanted = keyword.toLowerCase();
  return [product.title, product.description].some((text) => text.toLowerCase().includes(wanted));
}
