/**
 * One leaf of the category tree and everything a seeded listing of it is drawn from. Leaves differ in what can be said
 * about an item (attributes), what can be chosen when buying it (SKU axes), who makes it and what it costs; a problem
 * about earbuds must not be answerable by knowing shampoo.
 */
export interface LeafCategory {
  /** From the department down to the leaf, as a shopper would click through it. */
  readonly path: readonly [department: string, ...rest: string[]];
  /** What sellers call the item. They do not agree, which is half of what makes search hard. */
  readonly nouns: readonly string[];
  /** Invented makers; the same maker may appear in several leaves of a department. */
  readonly brands: readonly string[];
  /** Short selling points, in title case, that fit in a title. */
  readonly features: readonly string[];
  /** What it is for, in lower case, fitting after "for" or "ideal for". */
  readonly uses: readonly string[];
  /** Attribute schema: key in snake_case, values in lower case. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** What a buyer chooses: one or two axes, key in snake_case, values in lower case. */
  readonly skuAxes: Readonly<Record<string, readonly string[]>>;
  /** Log-normal price in pesos: `spread` is the standard deviation of the logarithm. */
  readonly price: { readonly median: number; readonly spread: number };
}
