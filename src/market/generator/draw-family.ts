import { Random } from '../../random/random.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { LeafCategory } from '../catalogue/leaf-category.ts';
import type { Service } from '../service.ts';
import type { Item } from './item.ts';
import { listPrice } from './list-price.ts';
import { noiseOf } from './listing-noise.ts';
import { modelCode, seriesName } from './product-name.ts';
import type { Shop, ShopDirectory } from './shop-directory.ts';
import { STREAM } from './streams.ts';

/** The original item of a family; near misses are made from it. */
export function drawFamily(seed: number, family: number, shops: ShopDirectory, leafChooser: LeafChooser): Item {
  const random = new Random(seed, STREAM.family, family);
  const leafNumber = leafChooser.pick(random);
  const leaf = CATALOGUE[leafNumber]!;
  const shop = shops.pickSeller(random, leafNumber);
  const brand = random.chance(0.25) ? '' : pickSkewed(random, leaf.brands);
  const attributes = drawAttributes(random, leaf, brand);
  return {
    leaf,
    shop,
    brand,
    noun: random.pick(leaf.nouns),
    series: random.chance(0.5) ? seriesName(random) : '',
    model: random.chance(0.4) ? modelCode(random, noiseOf(leaf).editions) : '',
    features: random.sample(leaf.features, 2 + random.integer(5)),
    attributes,
    unlisted: drawUnlisted(random, attributes),
    options: drawOptions(random, leaf),
    price: listPrice(random, leaf.price.median * Math.exp(leaf.price.spread * random.normal()) * shop.priceLevel),
    services: drawServices(random, shop),
  };
}

/** Some leaves sell much more than others; which ones depends on the seed. */
export class LeafChooser {
  readonly #weights: readonly number[];

  constructor(seed: number) {
    let sum = 0;
    this.#weights = CATALOGUE.map((_, leaf) => {
      sum += Math.exp(0.6 * new Random(seed, STREAM.leaf, leaf).normal());
      return sum;
    });
  }

  pick(random: Random): number {
    const wanted = random.next() * this.#weights.at(-1)!;
    return this.#weights.findIndex((weight) => weight > wanted);
  }
}

function drawAttributes(random: Random, leaf: LeafCategory, brand: string): Item['attributes'] {
  const attributes: Record<string, readonly string[]> = {};
  if (brand !== '') attributes.brand = [brand.toLowerCase()];
  for (const [key, values] of Object.entries(leaf.attributes)) {
    if (random.chance(0.85)) attributes[key] = random.sample(values, random.chance(0.1) ? 2 : 1);
  }
  return attributes;
}

/** Sellers fill in only about half of the fields, and some none at all. */
function drawUnlisted(random: Random, attributes: Item['attributes']): Item['unlisted'] {
  const keys = Object.keys(attributes);
  if (random.chance(0.09)) return new Set(keys);
  return new Set(keys.filter((key) => random.chance(key === 'brand' ? 0.28 : 0.42)));
}

function drawOptions(random: Random, leaf: LeafCategory): Item['options'] {
  if (random.chance(0.08)) return {};
  const axes = Object.keys(leaf.skuAxes);
  const offered = random.chance(0.55) ? [random.pick(axes)] : axes;
  const mean = offered.length === 1 ? 5 : 2.5;
  const options: Record<string, readonly string[]> = {};
  for (const axis of offered) {
    const values = leaf.skuAxes[axis]!;
    options[axis] = random.sample(values, Math.min(values.length, random.geometric(mean)));
  }
  return options;
}

function drawServices(random: Random, shop: Shop): Service[] {
  const services: Service[] = [];
  if (shop.official) services.push('official');
  if (random.chance(shop.freeShipping)) services.push('freeShipping');
  if (random.chance(shop.cashOnDelivery)) services.push('COD');
  if (random.chance(0.12)) services.push('flashsale');
  return services;
}

/** Prefers early entries of a list, which are the better-known names. */
function pickSkewed<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(choices.length * random.next() ** 1.5)]!;
}
