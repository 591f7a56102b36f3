import { Random } from '../../random/random.ts';
import { SERVICES } from '../service.ts';
import type { Item } from './item.ts';
import { listPrice } from './list-price.ts';
import type { Shop } from './shop-directory.ts';
import { STREAM } from './streams.ts';

/** In what a member of a family differs from the original. */
type Difference = 'none' | 'attribute' | 'option' | 'price' | 'service';

/**
 * The same item with one thing different. An agent that does not look closely buys it, and that is what it is for: an
 * exam without near misses measures nothing.
 */
export function nearMiss(original: Item, seed: number, family: number, member: number, otherShop: Shop): Item {
  if (member === 0) return original;
  const random = new Random(seed, STREAM.member, family, member);
  const sold = random.chance(0.5) ? original : movedTo(original, otherShop);
  switch (differenceOf(random)) {
    case 'attribute':
      return withOtherAttribute(random, sold);
    case 'option':
      return withOtherOptions(random, sold);
    case 'price':
      return {
        ...sold,
        price: listPrice(random, sold.price * (random.chance(0.5) ? 0.6 : 1.1) * (1 + 0.35 * random.next())),
      };
    case 'service':
      return withOtherService(random, sold);
    case 'none':
      return sold;
  }
}

function differenceOf(random: Random): Difference {
  const draw = random.next();
  if (draw < 0.34) return 'attribute';
  if (draw < 0.58) return 'option';
  if (draw < 0.8) return 'price';
  return draw < 0.94 ? 'service' : 'none';
}

function movedTo(item: Item, shop: Shop): Item {
  const others = item.services.filter((service) => service !== 'official');
  return { ...item, shop, services: shop.official ? ['official', ...others] : others };
}

function withOtherAttribute(random: Random, item: Item): Item {
  const key = random.pick(Object.keys(item.leaf.attributes));
  const values = item.leaf.attributes[key]!.filter((value) => !item.attributes[key]?.includes(value));
  if (values.length === 0) return item;
  return { ...item, attributes: { ...item.attributes, [key]: [random.pick(values)] } };
}

function withOtherOptions(random: Random, item: Item): Item {
  const axis = random.pick(Object.keys(item.options));
  const offered = item.options[axis]!;
  const missing = item.leaf.skuAxes[axis]!.filter((value) => !offered.includes(value));
  if (missing.length === 0) return { ...item, options: { ...item.options, [axis]: offered.slice(1) } };
  const replaced = random.integer(offered.length);
  return { ...item, options: { ...item.options, [axis]: offered.with(replaced, random.pick(missing)) } };
}

function withOtherService(random: Random, item: Item): Item {
  // "official" belongs to the shop and cannot differ between two products of one.
  const service = random.pick(SERVICES.slice(1));
  const services = item.services.includes(service)
    ? item.services.filter((offered) => offered !== service)
    : SERVICES.filter((known) => known === service || item.services.includes(known));
  return { ...item, services };
}
