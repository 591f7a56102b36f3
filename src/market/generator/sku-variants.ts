import type { Random } from '../../random/random.ts';
import type { Product } from '../product.ts';
import type { Item } from './item.ts';

const MAX_VARIANTS = 9;

/** All combinations of the options except a few that are sold out; the first always remains. */
export function skuVariants(random: Random, item: Item, productId: string): Product['sku_options'] {
  const axes = Object.keys(item.options);
  if (axes.length === 0) return {};
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
    variants[`${productId}0${place + 1}`] = variant;
  }
  return variants;
}

/** The item with only the options that can be bought: a title must not name a colour that is sold out. */
export function withOptionsOf(item: Item, variants: Product['sku_options']): Item {
  const offered = Object.values(variants);
  const options = Object.fromEntries(
    Object.entries(item.options).map(([axis, values]) => [
      axis,
      values.filter((value) => offered.some((variant) => variant[axis] === value)),
    ]),
  );
  return { ...item, options };
}
