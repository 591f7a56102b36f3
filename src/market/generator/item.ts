import type { LeafCategory } from '../catalogue/leaf-category.ts';
import type { Service } from '../service.ts';
import type { Shop } from './shop-directory.ts';

/** What is for sale, before a seller has written a listing for it. */
export interface Item {
  readonly leaf: LeafCategory;
  readonly noun: string;
  /** Empty for goods without a maker's name. */
  readonly brand: string;
  readonly series: string;
  readonly model: string;
  readonly features: readonly string[];
  /** What is true of the item, stated in the record or not. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Attributes that the seller did not fill in; "brand" stands for the brand field too. */
  readonly unlisted: ReadonlySet<string>;
  /** The values on offer per SKU axis. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly price: number;
  readonly services: readonly Service[];
  readonly shop: Shop;
}

/** The attributes that the record states. */
export function listedAttributes({ attributes, unlisted }: Item): Item['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !unlisted.has(key)));
}
