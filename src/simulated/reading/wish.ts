import type { Service } from '../../market/service.ts';
import type { Choice, Fact } from '../../problems/language.ts';
import type { Voucher } from '../../problems/problem.ts';

export interface PriceRange {
  readonly low: number;
  /** `Infinity` where no upper bound was named. */
  readonly high: number;
}

/** Something said of an item beside what it is called. */
export interface Clause {
  readonly text: string;
  /** Words of the item's text that belong to it. */
  readonly from: number;
  readonly to: number;
  /** Names an attribute, where the wording shows which words are the name and which the value. */
  readonly label?: string;
  readonly value: string;
  /** A selling point behind "with" may stand in a title; a size or a colour has to be on offer. */
  readonly mayBeInTitle: boolean;
  /** What is meant, for clauses in a language that the model knows. */
  readonly fact?: WordedFact;
}

/** Facts that words state; price and services have their own fields. */
export type WordedFact = Exclude<Fact, { readonly kind: 'price' | 'service' }>;

/** One item as the shopper's words describe it. Nothing in it comes from anywhere but the query. */
export interface Wish {
  readonly text: string;
  /** All words of the item but those about price and services. */
  readonly words: readonly string[];
  /** How many of the words, from the first, are the name. */
  readonly nameLength: number;
  readonly name: string;
  readonly clauses: readonly Clause[];
  readonly price?: PriceRange;
  readonly services: readonly Service[];
  /** The kind of goods, where the words name one that the lexicon knows; then `words` and `name` are the sellers'. */
  readonly leaf?: string;
  /** Which of several listings that fit is wanted. */
  readonly choice?: Choice;
}

/** What the shopper wants, as far as it could be read. */
export interface ShoppingRequest {
  readonly kind: 'product' | 'shop' | 'voucher';
  readonly wishes: readonly Wish[];
  readonly oneShop: boolean;
  readonly voucher?: Voucher;
}
