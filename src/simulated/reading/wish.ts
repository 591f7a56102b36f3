import type { Service } from '../../market/service.ts';
import type { Choice, Fact } from '../../problems/language.ts';
import type { Voucher } from '../../problems/problem.ts';
import type { Clue } from './read-clue.ts';

export interface PriceRange {
  readonly low: number;
  /** `Infinity` if there is no upper bound. */
  readonly high: number;
}

/** A requirement for an item besides its name. */
export interface Clause {
  readonly text: string;
  /** Range of its words in the item's text. */
  readonly from: number;
  readonly to: number;
  /** Name of an attribute, if the wording separates name and value. */
  readonly label?: string;
  readonly value: string;
  /** A selling point after "with" may be in the title; a size or a colour must be available as an option. */
  readonly mayBeInTitle: boolean;
  /** The meaning, for clauses in a language that the model knows. */
  readonly fact?: WordedFact;
}

/** Facts stated in words; price and services have separate fields. */
export type WordedFact = Exclude<Fact, { readonly kind: 'price' | 'service' }>;

/** One item as described in the query, and from no other source. */
export interface Wish {
  readonly text: string;
  /** All words of the item except those about price and services. */
  readonly words: readonly string[];
  /** Number of words at the beginning that form the name. */
  readonly nameLength: number;
  readonly name: string;
  readonly clauses: readonly Clause[];
  readonly price?: PriceRange;
  readonly services: readonly Service[];
  /** The kind of product, if the lexicon knows it. In that case `words` and `name` are the sellers'. */
  readonly leaf?: string;
  /** Which of several matching listings is wanted. */
  readonly choice?: Choice;
  /** A name that was found out, which the listing has to mention. */
  readonly mentions?: string;
}

/** The shopper's request, as far as it could be read. */
export interface ShoppingRequest {
  readonly kind: 'product' | 'shop' | 'voucher';
  readonly wishes: readonly Wish[];
  readonly oneShop: boolean;
  readonly voucher?: Voucher;
  readonly clue?: Clue;
}
