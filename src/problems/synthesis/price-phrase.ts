import type { Random } from '../../random/random.ts';
import { numberInWords } from '../clusters/number-words.ts';
import type { SaidFact } from '../language/compose-request.ts';
import { AROUND_PHRASES, PRICE_PHRASES, SEVERAL_SENTENCES } from '../language/grammar.ts';
import type { PriceConstraint } from '../problem.ts';

/**
 * Shares based on the benchmark. The benchmark never has an upper bound alone; people do, so some of our prices have
 * one.
 */
const GREATER = 0.55;
const BETWEEN = 0.32;
const AROUND = 0.3;
const SEVERAL = 0.45;

/**
 * A price constraint that this price meets, with its wording. A limit for several pieces has to be computed by the
 * solver.
 */
export function pricePhrase(random: Random, price: number, mayBuySeveral: boolean): SaidFact {
  const high = roundish(Math.ceil(price * (1.02 + 0.4 * random.next())));
  const low = Math.max(1, Math.floor(price * (0.5 + 0.48 * random.next())));
  const draw = random.next();
  if (draw < GREATER) return phrased(random, { mode: 'greater than', low });
  if (draw < GREATER + BETWEEN) {
    if (random.chance(AROUND)) return aroundPhrase(random, price);
    return phrased(random, { mode: 'between', low, high });
  }
  if (mayBuySeveral && random.chance(SEVERAL)) return severalSentence(random, high);
  return phrased(random, { mode: 'less than', high });
}

/** Rounds up, so that the price stays within the limit. */
function roundish(value: number): number {
  const step = value >= 1_000 ? 50 : value >= 200 ? 10 : 1;
  return Math.ceil(value / step) * step;
}

function phrased(random: Random, price: PriceConstraint): SaidFact {
  const { low, high } = { low: 0, high: 0, ...price };
  const phrase: string = random.pick(PRICE_PHRASES[price.mode]);
  return {
    fact: { kind: 'price', price },
    phrase: phrase.replace('LOW', numberPhrase(random, low)).replace('HIGH', numberPhrase(random, high)),
  };
}

function aroundPhrase(random: Random, price: number): SaidFact {
  const step = price >= 1_000 ? 100 : price >= 100 ? 10 : 1;
  const middle = Math.max(2, Math.round(price / step) * step);
  const off = Math.max(1, Math.ceil(Math.max(Math.abs(price - middle), middle * 0.05 * (1 + random.integer(3)))));
  const phrase = random.pick(AROUND_PHRASES).replace('MIDDLE', String(middle)).replace('OFF', String(off));
  return { fact: { kind: 'price', price: { mode: 'between', low: middle - off, high: middle + off } }, phrase };
}

function severalSentence(random: Random, high: number): SaidFact {
  const count = 2 + random.integer(5);
  const sentence = random
    .pick(SEVERAL_SENTENCES)
    .replace('COUNT', numberInWords(count))
    .replace('TOTAL', numberPhrase(random, count * high));
  return { fact: { kind: 'price', price: { mode: 'less than', high } }, sentence };
}

function numberPhrase(random: Random, value: number): string {
  const isRound = value % 100 === 0 || value <= 20;
  if (isRound && value > 1 && random.chance(0.3)) return numberInWords(value);
  return value >= 1_000 && random.chance(0.5) ? value.toLocaleString('en-US') : String(value);
}
