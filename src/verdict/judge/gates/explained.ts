import type { Reading } from './reading.ts';

/** Counts and places in a list need no source. */
const MOST_COUNTED = 31;
const MOST_PRICES = 8;
const ROUNDING = 0.011;

/**
 * Where the numbers of a thought can come from: results, the query, or arithmetic on prices that the thought is about. A
 * number that comes from nowhere is an invention, whatever stands around it.
 */
export class Explained {
  readonly #reading: Reading;
  readonly #derived: readonly number[];

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#derived = derivedAmounts(reading);
  }

  has(text: string, value: number): boolean {
    const { shelf, asked } = this.#reading;
    if (Number.isInteger(value) && value <= MOST_COUNTED) return true;
    if (asked.saysNumber(value) || shelf.prices.has(value) || shelf.shops.has(text) || shelf.numbers.has(text))
      return true;
    if (shelf.products.has(text)) return true;
    for (const { words, page } of shelf.products.values())
      if (words.has(text) || page.includes(` ${text} `)) return true;
    return this.comesFrom(value);
  }

  /** Whether it is a total, a difference, or what a voucher of the query leaves of one. */
  comesFrom(value: number): boolean {
    return this.#derived.some((amount) => Math.abs(amount - value) < ROUNDING);
  }
}

function derivedAmounts({ mentions, asked }: Reading): number[] {
  const prices = new Set(mentions.named.flatMap(({ product }) => [...product.prices]));
  const base = [...prices].slice(0, MOST_PRICES);
  let sums: number[] = [];
  for (const price of base) sums = [...sums, price, ...sums.map((sum) => sum + price)];
  const differences = base.flatMap((left) => base.map((right) => Math.abs(left - right)));
  const withQuery = sums.flatMap((sum) =>
    asked.numbers.flatMap((number) => [
      Math.abs(sum - number),
      sum * (1 - number / 100),
      (sum * number) / 100,
      Math.abs(number - sum * (1 - number / 100)),
    ]),
  );
  return [...sums, ...differences, ...withQuery];
}
