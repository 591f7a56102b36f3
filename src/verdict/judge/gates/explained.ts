import type { Reading } from './reading.ts';

/** Numbers up to this need no source: they may be counts or positions in a list. */
const MOST_COUNTED = 31;
const MOST_PRICES = 8;
const ROUNDING = 0.011;
/** Tolerance for sums and differences rounded to whole numbers. */
const WHOLE = 0.51;

/**
 * Explains the numbers in a thought: from results, from the query, or by arithmetic on prices the thought is about. An
 * unexplained number is invented, whatever its context.
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
    // "1.049" is one thousand and forty-nine in much of Europe.
    if (/^\d{1,3}\.\d{3}$/.test(text) && seen.prices.has(Number(text.replace('.', '')))) return true;
    return value === 100 || this.isRounded(value) || this.comesFrom(value, WHOLE);
  }

  /** Whether it is the price of a product named in the thought, rounded to whole units or to tens. */
  isRounded(value: number): boolean {
    return this.#reading.mentions.named.some(({ product }) =>
      Array.from(product.prices).some((price) => isRounding(value, price)),
    );
  }

  /** Whether it is a total, a difference, or what remains of a total after a voucher in the query. */
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

/** Whether a whole amount is a rounded price. Prices below 100 are not rounded to tens, which would lose too much. */
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
