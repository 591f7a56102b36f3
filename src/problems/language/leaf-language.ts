/**
 * How shoppers talk about one leaf of the catalogue: what they need it for, what they call it, and how they express the
 * values that sellers put into attributes and options. Every phrase of `says`, `avoids` and `measures` is a verb phrase
 * that completes "It has to …" (or "They have to …"), so that the grammar can join any two of them.
 */
export interface LeafLanguage {
  /** The last part of the leaf's path in the catalogue. */
  readonly leaf: string;
  /** The item is referred to as "they". */
  readonly plural?: true;
  /** Noun phrases with article that describe the need without naming a product: "something to fry eggs in". */
  readonly needs: readonly string[];
  /** Everyday names with article, in other words than the sellers': "a pan for the stove". */
  readonly names: readonly string[];
  /** Whole sentences that give a reason for the purchase and contain no requirement. */
  readonly occasions: readonly string[];
  /** By attribute or option key, then by value; `a | b` means that either value is accepted. */
  readonly says: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By key, then by value: phrases that exclude this value. */
  readonly avoids?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By key of a number with a unit; `…` stands for the amount in words. */
  readonly measures?: Readonly<Record<string, Measured>>;
}

/** Phrases for a lower bound, an upper bound, and the amount itself. */
export interface Measured {
  readonly least: readonly string[];
  readonly most: readonly string[];
  readonly about: readonly string[];
}
