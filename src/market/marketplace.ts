import { Random } from '../random/random.ts';
import { CATALOGUE } from './catalogue/catalogue.ts';
import { drawFamily, LeafChooser } from './generator/draw-family.ts';
import { FamilyLayout } from './generator/family-layout.ts';
import type { Item } from './generator/item.ts';
import { description, shortDescription } from './generator/listing-description.ts';
import { listingTitle } from './generator/listing-title.ts';
import { nearMiss } from './generator/near-miss.ts';
import { ShopDirectory } from './generator/shop-directory.ts';
import { STREAM } from './generator/streams.ts';
import type { Product } from './product.ts';

const MAX_VARIANTS = 16;

/** The combinations of the options on offer, less the few that are sold out; the first always remains. */
function skuVariants(random: Random, item: Item, productId: string): Product['sku_options'] {
  const axes = Object.keys(item.options);
  const total = axes.reduce((product, axis) => product * item.options[axis]!.length, 1);
  const variants: Record<string, Record<string, string>> = {};
  for (let place = 0; place < Math.min(total, MAX_VARIANTS); place++) {
    if (place > 0 && random.chance(0.08)) continue;
    const variant: Record<string, string> = {};
    let rest = place;
    for (const axis of axes) {
      const values = item.options[axis]!;
      variant[axis] = values[rest % values.length]!;
      rest = Math.floor(rest / values.length);
    }
    variants[`${productId}${place < 9 ? '0' : ''}${place + 1}`] = variant;
  }
  return variants;
}

/** Raised whenever the same seed would give other products. */
export const GENERATOR_VERSION = 1;

export const MAX_PRODUCTS = 20_000_000;

const FIRST_PRODUCT_ID = 1_000_000_000;
const PRODUCT_ID_SPACE = 4_000_000_000;

/**
 * A seeded marketplace. Any product can be made on its own, by its rank in the order of ids, so markets of any size
 * stream in constant memory and come out in the order the index wants.
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
    const item = nearMiss(original, this.seed, family, member, otherShop);
    // Sellers copy each other's titles; every other near miss keeps the original's wording.
    const copied = member > 0 && random.chance(0.5);
    const wording = new Random(this.seed, STREAM.member, family, copied ? 0 : member, 2);
    const id = this.#productId(rank);
    return {
      product_id: id,
      shop_id: item.shop.id,
      title: listingTitle(wording, item),
      price: item.price,
      service: item.services,
      sold_count: Math.floor(Math.exp(3 + 2 * random.normal()) * item.shop.popularity),
      brand: item.brand,
      category: item.leaf.path,
      short_description: shortDescription(item),
      description: description(random, item),
      sku_options: skuVariants(random, item, id),
      attributes: item.attributes,
    };
  }

  #productId(rank: number): string {
    const gap = Math.floor(PRODUCT_ID_SPACE / this.products);
    return String(FIRST_PRODUCT_ID + rank * gap + new Random(this.seed, STREAM.productId, rank).integer(gap));
  }

  *[Symbol.iterator](): Generator<Product> {
    for (let rank = 0; rank < this.products; rank++) yield this.productAt(rank);
  }
}
