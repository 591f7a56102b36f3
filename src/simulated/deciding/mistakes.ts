import { createHash } from 'node:crypto';
import { Random } from '../../random/random.ts';
import type { ShoppingRequest, Wish } from '../reading/wish.ts';
import type { Skill } from '../simulated-model.ts';

/** One kind of mistake. Each has been observed in models. */
export type Mistake =
  | { readonly kind: 'overlooks'; readonly wish: number; readonly clause: number }
  | { readonly kind: 'misreads value'; readonly wish: number; readonly clause: number }
  | { readonly kind: 'skims'; readonly wish: number }
  | { readonly kind: 'forgets service'; readonly wish: number }
  | { readonly kind: 'misreads price'; readonly wish: number }
  | { readonly kind: 'ignores choice'; readonly wish: number }
  | { readonly kind: 'takes first hit' }
  | { readonly kind: 'mixes shops' }
  | { readonly kind: 'ignores budget' }
  | { readonly kind: 'wrong order' }
  | { readonly kind: 'gives up' }
  | { readonly kind: 'invents id' }
  | { readonly kind: 'writes broken call' };

type MistakeKind = Mistake['kind'];

/** The mistakes of a conversation, drawn once from its seed. */
export interface ErrorProfile {
  readonly mistakes: readonly Mistake[];
  /** After this many turns the model takes what it has. */
  readonly maxTurns: number;
  /** Whether the model compares candidates when it decides. */
  readonly compares: boolean;
}

interface ErrorRates {
  /** Share of requests with a mistake, by kind of request. */
  readonly rate: Readonly<Record<ShoppingRequest['kind'], number>>;
  /** The same for requests in the language of the lexicon, where most mistakes lead to a wrong answer. */
  readonly spokenRate: Readonly<Record<ShoppingRequest['kind'], number>>;
  readonly weights: Readonly<Record<MistakeKind, number>>;
  /** Maximum number of mistakes together. */
  readonly most: number;
  readonly maxTurns: number;
  readonly compares: number;
}

/** Measured rates, see the calibration test: not every mistake leads to a wrong answer. */
const ERROR_RATES: Readonly<Record<Skill, ErrorRates>> = {
  novice: {
    rate: { product: 0.95, shop: 0.86, voucher: 0.88 },
    spokenRate: { product: 0.92, shop: 0.86, voucher: 0.88 },
    weights: {
      skims: 8,
      'takes first hit': 6,
      overlooks: 2,
      'misreads value': 2,
      'ignores choice': 2,
      'forgets service': 1,
      'misreads price': 2,
      'mixes shops': 3,
      'ignores budget': 3,
      'wrong order': 2,
      'gives up': 3,
      'invents id': 0.5,
      'writes broken call': 0.5,
    },
    most: 3,
    maxTurns: 8,
    compares: 0.5,
  },
  adept: {
    rate: { product: 0.72, shop: 0.68, voucher: 0.62 },
    spokenRate: { product: 0.59, shop: 0.52, voucher: 0.53 },
    weights: {
      skims: 6,
      'takes first hit': 4,
      overlooks: 4,
      'misreads value': 3,
      'ignores choice': 2,
      'forgets service': 1,
      'misreads price': 2,
      'mixes shops': 2,
      'ignores budget': 2,
      'wrong order': 1,
      'gives up': 2,
      'invents id': 0.2,
      'writes broken call': 0,
    },
    most: 2,
    maxTurns: 12,
    compares: 0.9,
  },
  expert: {
    rate: { product: 0.3, shop: 0.25, voucher: 0.17 },
    spokenRate: { product: 0.17, shop: 0.15, voucher: 0.13 },
    weights: {
      skims: 5,
      'takes first hit': 2,
      overlooks: 4,
      'misreads value': 2,
      'ignores choice': 1,
      'forgets service': 1,
      'misreads price': 2,
      'mixes shops': 1,
      'ignores budget': 2,
      'wrong order': 0.5,
      'gives up': 1,
      'invents id': 0,
      'writes broken call': 0,
    },
    most: 1,
    maxTurns: 16,
    compares: 1,
  },
};

/** Draws the mistakes. `query` determines how hard the request is for this model, `seed` what happens this time. */
export function drawErrorProfile(skill: Skill, request: ShoppingRequest, query: string, seed: string): ErrorProfile {
  const errorRates = ERROR_RATES[skill];
  const queryRandom = randomOf('nature', skill, query);
  const chance = randomOf('luck', skill, query, seed);
  const isSpoken = request.wishes.every(({ leaf }) => leaf !== undefined);
  const rates = isSpoken ? errorRates.spokenRate : errorRates.rate;
  const rate = spread(rates[request.kind], queryRandom.next());
  const mistakes: Mistake[] = [];
  if (chance.chance(rate)) {
    const kinds = possibleKinds(request, errorRates.weights);
    const count = 1 + chance.integer(errorRates.most);
    while (mistakes.length < count && kinds.length > 0) {
      const [kind] = kinds.splice(
        pickWeighted(
          chance,
          kinds.map((one) => errorRates.weights[one]),
        ),
        1,
      );
      mistakes.push(mistakeOf(chance, kind!, request));
    }
  }
  return { mistakes, maxTurns: errorRates.maxTurns, compares: chance.chance(errorRates.compares) };
}

/** Varies the difficulty of requests; the mean over requests stays `mean`. */
function spread(mean: number, draw: number): number {
  return mean + Math.min(mean, 1 - mean) * (2 * draw - 1) * 0.9;
}

function randomOf(...key: readonly string[]): Random {
  const digest = createHash('sha256').update(key.join('\0')).digest();
  return new Random(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8));
}

/** Mistakes that are possible for this request. */
function possibleKinds(request: ShoppingRequest, weights: Readonly<Record<MistakeKind, number>>): MistakeKind[] {
  const { wishes } = request;
  const possible: Readonly<Record<MistakeKind, boolean>> = {
    overlooks: wishes.some((wish) => wish.clauses.length > 0),
    'misreads value': wishes.some((wish) => wish.clauses.some(({ fact }) => fact !== undefined)),
    'ignores choice': wishes.some(({ choice }) => choice !== undefined),
    skims: true,
    'forgets service': wishes.some((wish) => wish.services.length > 0),
    'misreads price': wishes.some((wish) => wish.price !== undefined),
    'takes first hit': true,
    'mixes shops': request.oneShop,
    'ignores budget': request.voucher !== undefined,
    'wrong order': wishes.length > 1,
    'gives up': true,
    'invents id': true,
    'writes broken call': true,
  };
  return (Object.keys(possible) as MistakeKind[]).filter((kind) => possible[kind] && weights[kind] > 0);
}

function pickWeighted(random: Random, weights: readonly number[]): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [place, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return place;
  }
  return weights.length - 1;
}

function mistakeOf(random: Random, kind: MistakeKind, { wishes }: ShoppingRequest): Mistake {
  const anyWish = (has: (wish: Wish) => boolean): number =>
    random.pick(wishes.flatMap((wish, place) => (has(wish) ? [place] : [])));
  switch (kind) {
    case 'overlooks': {
      const wish = anyWish(({ clauses }) => clauses.length > 0);
      return { kind, wish, clause: random.integer(wishes[wish]!.clauses.length) };
    }
    case 'misreads value': {
      const wish = anyWish(({ clauses }) => clauses.some(({ fact }) => fact !== undefined));
      return { kind, wish, clause: random.integer(wishes[wish]!.clauses.length) };
    }
    case 'ignores choice':
      return { kind, wish: anyWish(({ choice }) => choice !== undefined) };
    case 'skims':
      return { kind, wish: random.integer(wishes.length) };
    case 'forgets service':
      return { kind, wish: anyWish(({ services }) => services.length > 0) };
    case 'misreads price':
      return { kind, wish: anyWish(({ price }) => price !== undefined) };
    default:
      return { kind };
  }
}
