import type { Service } from '../market/service.ts';

/** The categories of problems in an ORO arena. */
export const ARENA_CATEGORIES = ['product', 'shop', 'voucher'] as const;
export type ArenaCategory = (typeof ARENA_CATEGORIES)[number];

/**
 * All categories. Knowledge problems exist only in the benchmark: the agent must look up a fact before it can search.
 */
export const CATEGORIES = [...ARENA_CATEGORIES, 'knowledge'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Difficulty = 'easy' | 'medium' | 'hard';

/** "less than" and "greater than" include the bound itself, as the reference scorer does. */
export type PriceConstraint =
  | { readonly mode: 'less than'; readonly high: number }
  | { readonly mode: 'greater than'; readonly low: number }
  | { readonly mode: 'between'; readonly low: number; readonly high: number };

/** One requested product: the intended answer and the stated requirements. */
export interface Target {
  readonly productId: string;
  /**
   * Every listing of the market that meets the query, the target included. If present, exactly these listings are
   * accepted. If absent (problems from other sources), title and constraints decide.
   */
  readonly accepts?: readonly string[];
  /** A product is like the target if its title is similar enough to one of these. */
  readonly titles: readonly string[];
  /** The answer to a knowledge problem's question; it must occur in the title or the description of the product. */
  readonly keyword?: string;
  readonly price?: PriceConstraint;
  readonly services: readonly Service[];
  /** Each must hold in the attributes or in one variant, the same variant for all of them. */
  readonly options: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

export interface Voucher {
  /** A platform voucher applies to any cart, a shop voucher only to a cart from a single shop. */
  readonly scope: 'platform' | 'shop';
  readonly threshold: number;
  readonly discount:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'percentage'; readonly share: number; readonly cap: number };
  readonly budget: number;
  /** Price of the intended answer after the discount. */
  readonly priceAfterVoucher: number;
}

/** Vectors of target titles that came with a problem. */
export interface TitleVectors {
  /** The embedding model that produced them. */
  readonly model: string;
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/** Measurements of a problem's difficulty, taken when it was made. */
export interface Measure {
  /** Products that meet every constraint; the minimum over the items. */
  readonly satisfying: number;
  /** Products of the same kind that fail exactly one constraint, summed over the items. */
  readonly nearMisses: number;
  /** Number of searches, in the listings' own words, after which a solver has seen an answer for every item. */
  readonly searches: number;
  /** Steps needed beyond a single search: reading product pages, comparing listings, arithmetic, looking up a fact. */
  readonly steps?: readonly SolvingStep[];
  /** The policies without a model that solve it. */
  readonly solvedBy?: readonly Floor[];
  /** Whether `house/expert` solves it greedily with four tools. */
  readonly expert?: boolean;
}

export const SOLVING_STEPS = ['page', 'compare', 'arithmetic', 'lookup'] as const;
export type SolvingStep = (typeof SOLVING_STEPS)[number];

/** Policies without a model: `echo` searches the whole query, `top1` each of its items; both take the first hit. */
export const FLOORS = ['echo', 'top1', 'script'] as const;
export type Floor = (typeof FLOORS)[number];

/** One problem. Agents see only `id` and `query`. */
export interface Problem {
  readonly id: string;
  readonly category: Category;
  readonly query: string;
  readonly difficulty: Difficulty;
  /** One target for a product or knowledge problem; otherwise in the order of the request. */
  readonly targets: readonly Target[];
  readonly voucher?: Voucher;
  readonly measure?: Measure;
  /** Part of the answer key: never sent to an agent. */
  readonly titleVectors?: TitleVectors;
}
