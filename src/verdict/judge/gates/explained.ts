import type { Reading } from './reading.ts';

/** Counts and places in a list need no source. */
const MOST_COUNTED = 31;
const MOST_PRICES = 8;
const ROUNDING = 0.011;
/** Sums and differences may be given in whole numbers. */
const WHOLE = 0.51;

/**
 * Where the numbers of a thought can come from: results, the query, or arithmetic on prices that the thought is about. A
 * number that comes from nowhere is an invention, whatever stands around it.
 */
export class Explained {
  readonly #reading: Reading;
  readonly #derived: readonly number[];
  readonly #prices: readonly number[];

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#derived = derivedAmounts(reading);
    this.#prices = pricesNamed(reading);
  }

  has(text: string, value: number): boolean {
    const { seen, asked } = this.#reading;
    if (Number.isInteger(value) && value <= MOST_COUNTED) return true;
    if (asked.saysNumber(value) || seen.prices.has(value) || seen.shops.has(text) || seen.numbers.has(text))
      return true;
    if (seen.products.has(text)) return true;
    for (const { words, page } of seen.products.values())
      if (words.has(text) || page.includes(` ${text} `)) return true;
    // "1.049" is how much of Europe writes a thousand.
    if (/^\d{1,3}\.\d{3}$/.test(text) && seen.prices.has(Number(text.replace('.', '')))) return true;
    return value === 100 || this.isRounded(value) || this.comesFrom(value, WHOLE);
  }

  /** Whether it is the price of a product that the thought names, without its last digit or cents. */
  isRounded(value: number): boolean {
    return this.#reading.mentions.named.some(({ product }) =>
      Array.from(product.prices).some((price) => isRounding(value, price)),
    );
  }

  /** Whether it is a total, a difference, or what a voucher of the query leaves of one. */
  comesFrom(value: number, within = ROUNDING): boolean {
    return this.#derived.some((amount) => Math.abs(amount - value) < within);
  }

  /** Whether prices of the thought differ by this many percent. */
  isShare(percent: number): boolean {
    return this.#prices.some((one) =>
      this.#prices.some((other) => other > 0 && Math.abs(Math.abs(1 - one / other) * 100 - percent) < WHOLE * 2),
    );
  }
}

/** Only whole amounts; a price of two digits loses too much with its last one. */
export function isRounding(value: number, price: number): boolean {
  if (!Number.isInteger(value)) return false;
  if (value === Math.floor(price) || value === Math.ceil(price)) return true;
  return price >= 100 && value % 10 === 0 && Math.abs(value - price) <= 5;
}

function pricesNamed({ mentions }: Reading): number[] {
  return [...new Set(mentions.named.flatMap(({ product }) => [...product.prices]))].slice(0, MOST_PRICES);
}

function derivedAmounts(reading: Reading): number[] {
  const { asked } = reading;
  const base = pricesNamed(reading);
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
