import type { Article, WebSearch } from '../market/encyclopaedia.ts';
import { informationOf, type ProductCard, type ProductInformation } from '../market/product.ts';
import { parseProductQuery, type Search, type WireQuery } from '../market/search.ts';
import type { MarketView } from './market-view.ts';

/** More cards than an agent needs to remember; the limit also bounds memory in a server that runs for months. */
const MAX_REMEMBERED = 20_000;

/** The cards that searches have shown, the latest version of each. */
class SeenCards {
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

/** View of a market in this process. The caller closes `search`. */
export class IndexMarketView implements MarketView {
  readonly #search: Search;
  readonly #seen = new SeenCards();
  readonly #web: WebSearch | undefined;

  constructor(search: Search, web?: WebSearch) {
    this.#search = search;
    this.#web = web;
  }

  async searchWeb(query: string): Promise<readonly Article[]> {
    return this.#web?.search(query) ?? [];
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
