import type { SeenProduct } from './seen-products.ts';

/** Something a thought says of a seen product that recorded results can confirm or deny. */
export interface Claim {
  readonly kind: 'title' | 'price' | 'comparison' | 'shop' | 'service' | 'attribute' | 'words' | 'order' | 'unopened';
  readonly product: SeenProduct;
  readonly holds: boolean;
  /** Whether results show that the same cannot be said of another product. */
  readonly setsApart: (other: SeenProduct) => boolean;
  /** Token numbers. */
  readonly from: number;
  readonly to: number;
}
