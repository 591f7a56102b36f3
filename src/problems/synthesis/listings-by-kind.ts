import type { MarketIndex } from '../../market/market-index.ts';
import type { Product } from '../../market/product.ts';

/** The kind of each listing, in a form that threads can share. */
export interface SharedKinds {
  /** Category paths, joined. */
  readonly names: readonly string[];
  /** Kind by listing number. */
  readonly kinds: Uint16Array;
}

const SEPARATOR = ' > ';

/** Reads the category of every listing once. */
export function readKinds(index: MarketIndex): SharedKinds {
  const numbers = new Map<string, number>();
  const kinds = new Uint16Array(new SharedArrayBuffer(2 * index.manifest.products));
  let doc = 0;
  for (const { category } of index.allDetails()) {
    const name = category.join(SEPARATOR);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    kinds[doc++] = Math.min(number, MOST_KINDS);
  }
  return { names: [...numbers.keys()], kinds };
}

/** Kinds beyond this number share one number; the categories of such a market are almost unique per listing. */
const MOST_KINDS = 0xffff;

/** Decoded listings are cached up to this number, because a leaf is read again for each problem about it. */
const MOST_KEPT = 80_000;

/** The listings of a market by kind. */
export class ListingsByKind {
  readonly #index: MarketIndex;
  readonly #docs = new Map<number, number[]>();
  readonly #shared: SharedKinds;
  readonly #products = new Map<number, Product>();
  readonly #shopsWith = new Map<number, readonly number[]>();
  #kindsOfShops: readonly number[] | undefined;

  constructor(index: MarketIndex, shared: SharedKinds) {
    this.#index = index;
    this.#shared = shared;
    for (const [doc, kind] of shared.kinds.entries()) {
      const docs = this.#docs.get(kind);
      if (docs === undefined) this.#docs.set(kind, [doc]);
      else docs.push(doc);
    }
  }

  /** The numbers of all listings of the same kind, the given one included. */
  sameKind(doc: number): readonly number[] {
    return this.#docs.get(this.#shared.kinds[doc]!)!;
  }

  /** The shops that sell at least this many kinds of goods. */
  shopsWith(kinds: number): readonly number[] {
    this.#kindsOfShops ??= Array.from(
      { length: this.#index.manifest.shops },
      (_, shop) => new Set(Array.from(this.#index.shopDocs(shop), (doc) => this.#shared.kinds[doc])).size,
    );
    const known =
      this.#shopsWith.get(kinds) ?? this.#kindsOfShops.flatMap((sold, shop) => (sold < kinds ? [] : [shop]));
    this.#shopsWith.set(kinds, known);
    return known;
  }

  product(doc: number): Product {
    const known = this.#products.get(doc);
    if (known !== undefined) return known;
    if (this.#products.size >= MOST_KEPT) this.#products.clear();
    const product = this.#index.product(doc);
    this.#products.set(doc, product);
    return product;
  }
}
