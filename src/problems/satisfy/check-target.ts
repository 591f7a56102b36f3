import type { Product } from '../../market/product.ts';
import type { PriceConstraint, Target } from '../problem.ts';
import type { TitleSimilarity } from './title-similarity.ts';

export interface FieldCheck {
  readonly stated: number;
  readonly satisfied: number;
}

/** Which requirements of a target a product meets, field by field. */
export interface TargetCheck {
  readonly title: FieldCheck;
  readonly price: FieldCheck;
  readonly service: FieldCheck;
  /** SKU options and attributes together, for the variant that meets the most of them. */
  readonly options: FieldCheck;
  /** Sum over all fields. */
  readonly stated: number;
  readonly satisfied: number;
}

/** Does not check whether the product *is* the target; the verdict gives that full score in any case. */
export function checkTarget(target: Target, product: Product, similarity: TitleSimilarity): TargetCheck {
  const title = {
    stated: target.titles.length,
    satisfied: target.titles.filter((wanted) => similarity.compare(product.title, wanted) >= similarity.threshold)
      .length,
  };
  const facts = checkFacts(target, product);
  return {
    title,
    ...facts,
    stated: title.stated + facts.price.stated + facts.service.stated + facts.options.stated,
    satisfied: title.satisfied + facts.price.satisfied + facts.service.satisfied + facts.options.satisfied,
  };
}

/** Everything but the title. */
export function checkFacts(target: Target, product: Product): Pick<TargetCheck, 'price' | 'service' | 'options'> {
  return {
    price: {
      stated: target.price === undefined ? 0 : 1,
      satisfied: target.price !== undefined && meetsPrice(target.price, product.price) ? 1 : 0,
    },
    service: {
      stated: target.services.length,
      satisfied: target.services.filter((service) => product.service.includes(service)).length,
    },
    options: checkOptions(target, product),
  };
}

/** True if every stated constraint holds and there is at least one. */
export function satisfiesTarget(check: TargetCheck): boolean {
  return check.stated > 0 && check.satisfied === check.stated;
}

export function meetsPrice(constraint: PriceConstraint, price: number): boolean {
  switch (constraint.mode) {
    case 'less than':
      return price <= constraint.high;
    case 'greater than':
      return price >= constraint.low;
    case 'between':
      return price >= constraint.low && price <= constraint.high;
  }
}

function checkOptions(target: Target, product: Product): FieldCheck {
  const wanted = [
    ...Object.entries(target.options),
    ...Object.entries(target.attributes).flatMap(([key, values]) => values.map((value) => [key, value] as const)),
  ];
  if (wanted.length === 0) return { stated: 0, satisfied: 0 };
  // A product without variants can still meet a constraint through its attributes.
  const variants = [{}, ...Object.values(product.sku_options)] as readonly Readonly<Record<string, string>>[];
  const met = variants.map((variant) => wanted.filter(([key, value]) => holds(variant, product, key, value)).length);
  return { stated: wanted.length, satisfied: Math.max(...met) };
}

/** Keys are untrusted input: an inherited property such as "toString" is not an attribute. */
function holds(variant: Readonly<Record<string, string>>, product: Product, key: string, value: string): boolean {
  if (Object.hasOwn(variant, key) && variant[key] === value) return true;
  return Object.hasOwn(product.attributes, key) && product.attributes[key]!.includes(value);
}
