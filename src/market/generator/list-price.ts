import type { Random } from '../../random/random.ts';

/**
 * A price as sellers write it: about a quarter with cents (converted currencies, discounts), and many whole ones ending
 * in 9.
 */
export function listPrice(random: Random, wished: number): number {
  const price = Math.max(1, wished);
  if (random.chance(0.26)) return Math.round(price * 100) / 100;
  if (price >= 50 && random.chance(0.45)) return Math.max(9, Math.round(price / 10) * 10 - 1);
  return Math.round(price);
}
