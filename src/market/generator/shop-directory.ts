import { Random } from '../../random/random.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { STREAM } from './streams.ts';

export interface Shop {
  readonly id: string;
  /** An official store of a maker: the service "official" belongs to the shop, not to the product. */
  readonly official: boolean;
  /** Probabilities that its products ship free and can be paid on delivery. */
  readonly freeShipping: number;
  readonly cashOnDelivery: number;
  /** Price level and sales relative to other shops. */
  readonly priceLevel: number;
  readonly popularity: number;
}

const PRODUCTS_PER_SHOP = 40;
const MIN_SHOPS = 24;
/** Shop sizes follow the Zipf–Mandelbrot law; the offset keeps one giant shop from dominating a whole category. */
const ZIPF_EXPONENT = 0.9;
const ZIPF_OFFSET = 6;
const FIRST_SHOP_ID = 100_000;

/** The shops of a market and what they sell: most sell a few leaves of one department, a few sell everything. */
export class ShopDirectory {
  readonly shops: readonly Shop[];
  /** Per leaf: the shops that sell it and their cumulative weights. */
  readonly #sellers: readonly { readonly shops: number[]; readonly weights: number[] }[];

  constructor(products: number, seed: number) {
    const count = Math.max(MIN_SHOPS, Math.round(products / PRODUCTS_PER_SHOP));
    const sellers = CATALOGUE.map(() => ({ shops: [] as number[], weights: [] as number[] }));
    const addSeller = (leaf: number, shop: number): void => {
      const { shops, weights } = sellers[leaf]!;
      shops.push(shop);
      weights.push((weights.at(-1) ?? 0) + (shop + ZIPF_OFFSET) ** -ZIPF_EXPONENT);
    };
    this.shops = Array.from({ length: count }, (_, rank) => {
      const random = new Random(seed, STREAM.shop, rank);
      for (const leaf of speciality(random)) addSeller(leaf, rank);
      return drawShop(random, rank);
    });
    // A small market has fewer shops than leaves; every leaf still needs competing sellers.
    for (const [leaf, { shops }] of sellers.entries()) {
      for (let rank = leaf % count; shops.length < 3; rank = (rank + 7) % count) addSeller(leaf, rank);
    }
    this.#sellers = sellers;
  }

  pickSeller(random: Random, leaf: number): Shop {
    const { shops, weights } = this.#sellers[leaf]!;
    const wanted = random.next() * weights.at(-1)!;
    let low = 0;
    let high = weights.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (weights[middle]! <= wanted) low = middle + 1;
      else high = middle;
    }
    return this.shops[shops[low]!]!;
  }
}

function drawShop(random: Random, rank: number): Shop {
  return {
    // Random gaps, so that ids do not reveal a shop's rank.
    id: String(FIRST_SHOP_ID + rank * 37 + random.integer(37)),
    official: random.chance(0.12),
    freeShipping: 0.15 + 0.6 * random.next(),
    cashOnDelivery: 0.3 + 0.65 * random.next(),
    priceLevel: Math.exp(0.15 * random.normal()),
    popularity: Math.exp(0.6 * random.normal()),
  };
}

function speciality(random: Random): ReadonlySet<number> {
  const home = random.integer(CATALOGUE.length);
  const leaves = new Set([home]);
  const department = CATALOGUE[home]!.path[0];
  const generalist = random.chance(0.08);
  const range = generalist ? 4 + random.integer(20) : random.integer(4);
  for (let draw = 0; draw < range; draw++) {
    const other = random.integer(CATALOGUE.length);
    if (generalist || CATALOGUE[other]!.path[0] === department) leaves.add(other);
  }
  return leaves;
}
