/**
 * One leaf of the category tree, with everything that a seeded listing in it is drawn from. Leaves differ in their
 * attributes, SKU axes, makers and prices, so that knowing shampoo does not help to solve a problem about earbuds.
 */
export interface LeafCategory {
  /** From the department down to the leaf, in the order of navigation. */
  readonly path: readonly [department: string, ...rest: string[]];
  /** Names that sellers use for the item. They differ between sellers, which is half of what makes search hard. */
  readonly nouns: readonly string[];
  /** Invented makers; the same maker may appear in several leaves of a department. */
  readonly brands: readonly string[];
  /** Short selling points, in title case, that fit in a title. */
  readonly features: readonly string[];
  /** What it is for, in lower case, fitting after "for" or "ideal for". */
  readonly uses: readonly string[];
  /** Attribute schema: key in snake_case, values in lower case. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Options that a buyer chooses: one or two axes, key in snake_case, values in lower case. */
  readonly skuAxes: Readonly<Record<string, readonly string[]>>;
  /** Log-normal price in pesos: `spread` is the standard deviation of the logarithm. */
  readonly price: { readonly median: number; readonly spread: number };
}
