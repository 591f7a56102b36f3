import type { SeenProduct } from './seen-products.ts';

/** A statement in a thought about a seen product that recorded results can confirm or refute. */
export interface Claim {
  readonly kind: 'title' | 'price' | 'comparison' | 'shop' | 'service' | 'attribute' | 'words' | 'order' | 'unopened';
  readonly product: SeenProduct;
  readonly holds: boolean;
  /** Whether results show that the same cannot be said of another product. */
  readonly setsApart: (other: SeenProduct) => boolean;
  /** Token indexes. */
  readonly from: number;
  readonly to: number;
}
