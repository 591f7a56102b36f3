import type { Product } from '../../market/product.ts';
import type { Service } from '../../market/service.ts';
import type { PriceConstraint, Target } from '../problem.ts';

/** One thing a shopper says about an item beside what it is. */
export type Constraint =
  | { readonly kind: 'brand'; readonly brand: string }
  | { readonly kind: 'attribute'; readonly key: string; readonly value: string }
  | { readonly kind: 'option'; readonly key: string; readonly value: string }
  | { readonly kind: 'service'; readonly service: Service }
  | { readonly kind: 'price'; readonly price: PriceConstraint };

/** An item a shopper has in mind: the product that answers it, and what is said of it. */
export interface Wish {
  readonly product: Product;
  /** What the item is called, a few words from its title. */
  readonly name: string;
  readonly constraints: readonly Constraint[];
}

/** What the scorer is told. The title always counts: it says what kind of thing is meant. */
export function targetOf({ product, constraints }: Wish): Target {
  const options: Record<string, string> = {};
  const attributes: Record<string, string[]> = {};
  const services: Service[] = [];
  let price: PriceConstraint | undefined;
  for (const constraint of constraints) {
    switch (constraint.kind) {
      case 'brand':
        attributes.brand = [constraint.brand];
        break;
      case 'attribute':
        attributes[constraint.key] = [constraint.value];
        break;
      case 'option':
        options[constraint.key] = constraint.value;
        break;
      case 'service':
        services.push(constraint.service);
        break;
      case 'price':
        price = constraint.price;
        break;
    }
  }
  return {
    productId: product.product_id,
    titles: [product.title],
    options,
    attributes,
    services,
    ...(price && { price }),
  };
}
