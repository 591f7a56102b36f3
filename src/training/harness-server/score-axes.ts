import type { Product } from '../../market/product.ts';
import type { Problem, Target } from '../../problems/problem.ts';
import { checkFacts, type FieldCheck } from '../../problems/satisfy.ts';
import { mean } from '../../statistics/mean.ts';

/** How much of what was asked about each side of the products was met, from 0 to 1. */
export interface AxisScores {
  readonly price: number;
  readonly service: number;
  readonly sku: number;
  readonly attribute: number;
}

const AXES = ['price', 'service', 'sku', 'attribute'] as const;

/**
 * The sides of a verdict apart, as the mean over the items asked for. A missing product meets nothing; where nothing was
 * asked, nothing was missed. The target itself fulfils its wish whatever its listing says, as in the rules.
 */
export function scoreAxes({ targets }: Problem, recommended: readonly (Product | undefined)[]): AxisScores {
  const items = targets.map((target, place) => itemAxes(target, recommended[place]));
  const meanOf = (axis: (typeof AXES)[number]): number =>
    items.length === 0 ? 0 : mean(items.map((item) => item[axis]));
  return { price: meanOf('price'), service: meanOf('service'), sku: meanOf('sku'), attribute: meanOf('attribute') };
}

function itemAxes(target: Target, product: Product | undefined): AxisScores {
  if (product === undefined) return { price: 0, service: 0, sku: 0, attribute: 0 };
  if (product.product_id === target.productId) return { price: 1, service: 1, sku: 1, attribute: 1 };
  const { price, service, options } = checkFacts({ ...target, attributes: {} }, product);
  const { options: attributes } = checkFacts({ ...target, options: {} }, product);
  return { price: share(price), service: share(service), sku: share(options), attribute: share(attributes) };
}

function share({ stated, satisfied }: FieldCheck): number {
  return stated === 0 ? 1 : satisfied / stated;
}
