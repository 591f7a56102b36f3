import type { Random } from '../../random/random.ts';

/** A price a seller would put on a tag: whole pesos, with a liking for nines, cents only on small things. */
export function listPrice(random: Random, wished: number): number {
  const price = Math.max(1, wished);
  if (price < 60 && random.chance(0.4)) return Math.round(price * 100) / 100;
  if (price >= 50 && random.chance(0.45)) return Math.max(9, Math.round(price / 10) * 10 - 1);
  return Math.round(price);
}
