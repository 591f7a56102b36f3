import type { ProductCard } from '../../market/product.ts';

/** A shopper who looks at more has long forgotten the first; it also bounds a server that runs for months. */
const MAX_REMEMBERED = 20_000;

/** The cards that searches have shown, the latest word on each. */
export class SeenCards {
  readonly #cards = new Map<string, ProductCard>();

  remember(cards: readonly ProductCard[]): void {
    for (const card of cards) {
      this.#cards.delete(card.product_id);
      this.#cards.set(card.product_id, card);
    }
    for (const oldest of this.#cards.keys()) {
      if (this.#cards.size <= MAX_REMEMBERED) break;
      this.#cards.delete(oldest);
    }
  }

  get(productId: string): ProductCard | undefined {
    return this.#cards.get(productId);
  }
}
