import { informationOf, type ProductCard, type ProductInformation } from '../market/product.ts';
import { parseProductQuery, type Search, type WireQuery } from '../market/search.ts';
import type { ShopWindow } from './shop-window.ts';
import { SeenCards } from './shopping/seen-cards.ts';

/** The shop window of a market in this process. The search stays its owner's to close. */
export class MarketShopWindow implements ShopWindow {
  readonly #search: Search;
  readonly #seen = new SeenCards();

  constructor(search: Search) {
    this.#search = search;
  }

  async find(wire: WireQuery): Promise<readonly ProductCard[]> {
    const query = parseProductQuery(wire);
    const cards = query === undefined ? [] : await this.#search.find(query);
    this.#seen.remember(cards);
    return cards;
  }

  async view(productIds: readonly string[]): Promise<readonly ProductInformation[]> {
    return (await this.#search.products(productIds)).map(informationOf);
  }

  seenCard(productId: string): ProductCard | undefined {
    return this.#seen.get(productId);
  }
}
