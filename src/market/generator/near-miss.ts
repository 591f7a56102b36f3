import { Random } from '../../random/random.ts';
import { SERVICES } from '../service.ts';
import type { Item } from './item.ts';
import { listPrice } from './list-price.ts';
import type { Shop } from './shop-directory.ts';
import { STREAM } from './streams.ts';

/** How a member of a family differs from the original. */
type Difference = 'attribute' | 'option' | 'price' | 'service' | 'duplicate';

export interface FamilyMember {
  readonly item: Item;
  /** The same item, listed again by another seller who copied the listing. */
  readonly duplicate: boolean;
}

/**
 * The same item with one difference. An agent that does not look closely buys it; an exam without near misses would
 * measure nothing.
 */
export function nearMiss(original: Item, seed: number, family: number, member: number, otherShop: Shop): FamilyMember {
  if (member === 0) return { item: original, duplicate: false };
  const random = new Random(seed, STREAM.member, family, member);
  const sold = random.chance(0.5) ? original : movedTo(original, otherShop);
  switch (differenceOf(random, original)) {
    case 'attribute':
      return { item: withOtherAttribute(random, sold), duplicate: false };
    case 'option':
      return { item: withOtherOptions(random, sold), duplicate: false };
    case 'price':
      return { item: withOtherPrice(random, sold), duplicate: false };
    case 'service':
      return { item: withOtherService(random, sold), duplicate: false };
    case 'duplicate':
      return { item: relisted(random, movedTo(original, otherShop)), duplicate: true };
  }
}

/** A listing without attributes or options cannot differ in them; its price differs instead. */
function differenceOf(random: Random, item: Item): Difference {
  const draw = random.next();
  if (draw < 0.32) return listedKeys(item).length > 0 ? 'attribute' : 'price';
  if (draw < 0.57) return Object.keys(item.options).length > 0 ? 'option' : 'price';
  if (draw < 0.75) return 'price';
  return draw < 0.88 ? 'service' : 'duplicate';
}

function relisted(random: Random, item: Item): Item {
  const price = listPrice(random, item.price * (0.85 + 0.35 * random.next()));
  const keys = listedKeys(item);
  const forgets = keys.length > 1 && random.chance(0.3);
  return { ...item, price, ...(forgets && { unlisted: new Set([...item.unlisted, random.pick(keys)]) }) };
}

/** The attributes in the record except the brand: a near miss has the same brand. */
function listedKeys({ attributes, unlisted }: Item): string[] {
  return Object.keys(attributes).filter((key) => key !== 'brand' && !unlisted.has(key));
}

function withOtherPrice(random: Random, item: Item): Item {
  const price = listPrice(random, item.price * (random.chance(0.5) ? 0.6 : 1.1) * (1 + 0.35 * random.next()));
  return { ...item, price };
}

function movedTo(item: Item, shop: Shop): Item {
  const others = item.services.filter((service) => service !== 'official');
  return { ...item, shop, services: shop.official ? ['official', ...others] : others };
}

function withOtherAttribute(random: Random, item: Item): Item {
  const key = random.pick(listedKeys(item));
  const values = item.leaf.attributes[key]!.filter((value) => !item.attributes[key]?.includes(value));
  if (values.length === 0) return item;
  return { ...item, attributes: { ...item.attributes, [key]: [random.pick(values)] } };
}

function withOtherOptions(random: Random, item: Item): Item {
  const axis = random.pick(Object.keys(item.options));
  const offered = item.options[axis]!;
  const missing = item.leaf.skuAxes[axis]!.filter((value) => !offered.includes(value));
  if (missing.length === 0) {
    return offered.length > 1 ? { ...item, options: { ...item.options, [axis]: offered.slice(1) } } : item;
  }
  const replaced = random.integer(offered.length);
  return { ...item, options: { ...item.options, [axis]: offered.with(replaced, random.pick(missing)) } };
}

function withOtherService(random: Random, item: Item): Item {
  // "official" is a property of the shop and cannot differ between two of its products.
  const service = random.pick(SERVICES.slice(1));
  const services = item.services.includes(service)
    ? item.services.filter((offered) => offered !== service)
    : SERVICES.filter((known) => known === service || item.services.includes(known));
  return { ...item, services };
}
