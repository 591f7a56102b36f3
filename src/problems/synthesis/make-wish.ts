import type { Product } from '../../market/product.ts';
import type { Random } from '../../random/random.ts';
import type { PriceConstraint } from '../problem.ts';
import { nameItem } from './name-item.ts';
import type { Constraint, Wish } from './wish.ts';

/** Values that a shopper would not ask for. */
const DULL_VALUE = /^(no|not|none|n\/a)\b|^.{41,}$|[^\p{L}\p{N}\s.,:/%+&()'"-]/u;

/** `count` constraints at most, counting the name of the item as one; each true of the product. */
export function makeWish(random: Random, product: Product, count: number): Wish {
  const name = nameItem(random, product);
  const pool = random.sample(possibleConstraints(random, product), Math.max(0, count - 1));
  return { product, name, constraints: pool };
}

function possibleConstraints(random: Random, product: Product): Constraint[] {
  const constraints: Constraint[] = [];
  for (const [key, values] of Object.entries(product.attributes)) {
    const value = values.length > 0 ? random.pick(values) : '';
    if (value.trim() === '' || DULL_VALUE.test(value)) continue;
    constraints.push(key === 'brand' ? { kind: 'brand', brand: value } : { kind: 'attribute', key, value });
  }
  // All options come from one variant, or no variant could meet them together.
  const variants = Object.values(product.sku_options);
  if (variants.length > 0) {
    for (const [key, value] of Object.entries(random.pick(variants))) {
      if (value.trim() !== '' && !DULL_VALUE.test(value) && !Object.hasOwn(product.attributes, key)) {
        constraints.push({ kind: 'option', key, value });
      }
    }
  }
  for (const service of product.service) constraints.push({ kind: 'service', service });
  constraints.push({ kind: 'price', price: priceAround(random, product.price) });
  return constraints;
}

/** A range in whole pesos that holds the price. */
function priceAround(random: Random, price: number): PriceConstraint {
  const high = Math.ceil(price * (1.02 + 0.5 * random.next()));
  const low = Math.floor(price * (0.4 + 0.58 * random.next()));
  const draw = random.next();
  if (draw < 0.4) return { mode: 'less than', high };
  if (draw < 0.6 && low >= 1) return { mode: 'greater than', low };
  return low >= 1 ? { mode: 'between', low, high } : { mode: 'less than', high };
}
