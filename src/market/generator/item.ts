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
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** The values on offer per SKU axis. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly price: number;
  readonly services: readonly Service[];
  readonly shop: Shop;
}
