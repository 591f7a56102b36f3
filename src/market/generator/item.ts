import type { LeafCategory } from '../catalogue/leaf-category.ts';
import type { Service } from '../service.ts';
import type { Shop } from './shop-directory.ts';

/** An item for sale, before a seller has written a listing for it. */
export interface Item {
  readonly leaf: LeafCategory;
  readonly noun: string;
  /** Empty for goods without a brand. */
  readonly brand: string;
  readonly series: string;
  readonly model: string;
  readonly features: readonly string[];
  /** All attributes of the item, whether the record states them or not. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Attributes that the seller did not fill in; "brand" also means the brand field. */
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
