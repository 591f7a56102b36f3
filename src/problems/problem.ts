import type { Service } from '../market/service.ts';

/** The kinds of problem that an ORO arena has. */
export const ARENA_CATEGORIES = ['product', 'shop', 'voucher'] as const;
export type ArenaCategory = (typeof ARENA_CATEGORIES)[number];

/** All kinds. Knowledge problems are the benchmark's alone: a fact has to be looked up before the search. */
export const CATEGORIES = [...ARENA_CATEGORIES, 'knowledge'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Difficulty = 'easy' | 'medium' | 'hard';

/** "less than" and "greater than" include the bound itself, as the reference scorer does. */
export type PriceConstraint =
  | { readonly mode: 'less than'; readonly high: number }
  | { readonly mode: 'greater than'; readonly low: number }
  | { readonly mode: 'between'; readonly low: number; readonly high: number };

/** One product asked for: the answer we had in mind, and what was said about it. */
export interface Target {
  readonly productId: string;
  /**
   * Every listing of the market that meets what the query says, the target included. With it, these listings and no others
   * fulfil the wish; without it (problems of other makers), title and constraints decide.
   */
  readonly accepts?: readonly string[];
  /** A product is like the target if its title is similar enough to one of these. */
  readonly titles: readonly string[];
  /** The answer to the question of a knowledge problem: it must stand in the title or the description of a product. */
  readonly keyword?: string;
  readonly price?: PriceConstraint;
  readonly services: readonly Service[];
  /** To be found together in one variant, or among the attributes. */
  readonly options: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

export interface Voucher {
  /** A platform voucher takes any cart, a shop voucher only one whose products share a shop. */
  readonly scope: 'platform' | 'shop';
  readonly threshold: number;
  readonly discount:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'percentage'; readonly share: number; readonly cap: number };
  readonly budget: number;
  /** What our own answer costs after the discount. */
  readonly priceAfterVoucher: number;
}

/** Vectors of target titles that came with a problem. */
export interface TitleVectors {
  /** The embedding model they are of. */
  readonly model: string;
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/** What is known about how hard a problem is; counted when it was made. */
export interface Measure {
  /** Products that meet every constraint, the least over the items asked for. */
  readonly satisfying: number;
  /** Products of the same kind that fail exactly one constraint, summed over the items. */
  readonly nearMisses: number;
  /** Searches in the listings' own words that a solver needs to see an answer for every item. */
  readonly searches: number;
  /** What a single search cannot answer: reading product pages, comparing listings, arithmetic, looking up a fact. */
  readonly steps?: readonly SolvingStep[];
  /** Which solvers without understanding solve it. */
  readonly solvedBy?: readonly Floor[];
  /** Whether `house/expert` solves it greedily with four tools. */
  readonly expert?: boolean;
}

export const SOLVING_STEPS = ['page', 'compare', 'arithmetic', 'lookup'] as const;
export type SolvingStep = (typeof SOLVING_STEPS)[number];

/** Policies without a model: `echo` searches the whole query, `top1` each of its items; both take the first hit. */
export const FLOORS = ['echo', 'top1', 'script'] as const;
export type Floor = (typeof FLOORS)[number];

/** One question of the exam. Only `id` and `query` ever reach an agent. */
export interface Problem {
  readonly id: string;
  readonly category: Category;
  readonly query: string;
  readonly difficulty: Difficulty;
  /** One for a product or knowledge problem; in the order they were asked for otherwise. */
  readonly targets: readonly Target[];
  readonly voucher?: Voucher;
  readonly measure?: Measure;
  /** Part of the answer key: it never reaches an agent. */
  readonly titleVectors?: TitleVectors;
}
