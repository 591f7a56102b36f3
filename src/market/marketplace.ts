import { Random } from '../random/random.ts';
import { CATALOGUE } from './catalogue/catalogue.ts';
import { drawFamily, LeafChooser } from './generator/draw-family.ts';
import { FamilyLayout, type FamilyPosition } from './generator/family-layout.ts';
import { type Item, listedAttributes } from './generator/item.ts';
import { description, shortDescription } from './generator/listing-description.ts';
import { listingTitle, retouchedTitle } from './generator/listing-title.ts';
import { nearMiss } from './generator/near-miss.ts';
import { ShopDirectory } from './generator/shop-directory.ts';
import { skuVariants, withOptionsOf } from './generator/sku-variants.ts';
import { type Wording, wordingOf } from './generator/stated-values.ts';
import { STREAM } from './generator/streams.ts';
import type { Product } from './product.ts';

/** Increment whenever the same seed would give different products. */
export const GENERATOR_VERSION = 2;

export const MAX_PRODUCTS = 20_000_000;

const FIRST_PRODUCT_ID = 1_000_000_000;
const PRODUCT_ID_SPACE = 4_000_000_000;

/**
 * A seeded marketplace. Any product can be generated on its own from its rank in the order of ids, so markets of any
 * size stream in constant memory, in the order that the index needs.
 */
export class Marketplace {
  readonly products: number;
  readonly seed: number;
  readonly #shops: ShopDirectory;
  readonly #layout: FamilyLayout;
  readonly #leafChooser: LeafChooser;

  constructor(products: number, seed: number) {
    this.products = products;
    this.seed = seed;
    this.#shops = new ShopDirectory(products, seed);
    this.#layout = new FamilyLayout(products, seed);
    this.#leafChooser = new LeafChooser(seed);
  }

  productAt(rank: number): Product {
    const { family, member } = this.#layout.placeOf(rank);
    const original = drawFamily(this.seed, family, this.#shops, this.#leafChooser);
    const random = new Random(this.seed, STREAM.member, family, member, 1);
    const otherShop = this.#shops.pickSeller(random, CATALOGUE.indexOf(original.leaf));
    const { item: sold, duplicate } = nearMiss(original, this.seed, family, member, otherShop);
    const id = this.#productId(rank);
    // One stream per family: sold-out options must not add a second difference between near misses.
    const variants = skuVariants(new Random(this.seed, STREAM.member, family, 0, 3), sold, id);
    const item = withOptionsOf(sold, variants);
    const wording = wordingOf(item);
    return {
      product_id: id,
      shop_id: item.shop.id,
      title: this.#title(random, item, wording, { family, member, duplicate }),
      price: item.price,
      service: item.services,
      sold_count: Math.max(1, Math.floor(Math.exp(0.2 + 1.8 * random.normal()) * item.shop.popularity)),
      brand: item.unlisted.has('brand') ? '' : item.brand,
      category: item.leaf.path,
      short_description: shortDescription(random, item, wording),
      description: description(random, item, wording),
      sku_options: variants,
      attributes: listedAttributes(item),
    };
  }

  /** The original item of the family on a rank, before any seller's changes or wording. */
  originalAt(rank: number): Pick<Item, 'brand' | 'series' | 'leaf'> {
    return drawFamily(this.seed, this.#layout.placeOf(rank).family, this.#shops, this.#leafChooser);
  }

  /**
   * Sellers copy each other's titles: every duplicate and about half of the other near misses have the original's
   * wording.
   */
  #title(
    random: Random,
    item: Item,
    wording: Wording,
    place: FamilyPosition & { readonly duplicate: boolean },
  ): string {
    const { family, member, duplicate } = place;
    const copied = member > 0 && (random.chance(0.5) || duplicate);
    const title = listingTitle(new Random(this.seed, STREAM.member, family, copied ? 0 : member, 2), item, wording);
    return duplicate && random.chance(0.5) ? retouchedTitle(random, item, title) : title;
  }

  #productId(rank: number): string {
    const gap = Math.floor(PRODUCT_ID_SPACE / this.products);
    // Each generator version uses different ids: a problem of an older version must not be graded with an unrelated
    // product that has the same id.
    const random = new Random(this.seed, STREAM.productId, rank, GENERATOR_VERSION);
    return String(FIRST_PRODUCT_ID + rank * gap + random.integer(gap));
  }

  *[Symbol.iterator](): Generator<Product> {
    for (let rank = 0; rank < this.products; rank++) yield this.productAt(rank);
  }
}
