import type { Call } from '../../gateway/calls.ts';
import type { Article } from '../../market/encyclopaedia.ts';
import type { ProductCard, ProductInformation } from '../../market/product.ts';
import type { WireQuery } from '../../market/search.ts';
import type { MarketView } from '../../tools/market-view.ts';

/** A market view that records what it showed, to detect products that were never shown. */
export class RecordingMarketView implements MarketView {
  readonly #market: MarketView;
  readonly #calls: Call[] = [];
  readonly #shown = new Set<string>();

  constructor(market: MarketView) {
    this.#market = market;
  }

  /** Web results do not count as shown products. */
  async searchWeb(query: string): Promise<readonly Article[]> {
    return (await this.#market.searchWeb?.(query)) ?? [];
  }

  async find(query: WireQuery): Promise<readonly ProductCard[]> {
    const cards = await this.#market.find(query);
    this.#witness('search', cards);
    return cards;
  }

  async view(productIds: readonly string[]): Promise<readonly ProductInformation[]> {
    const products = await this.#market.view(productIds);
    this.#witness('view', products);
    return products;
  }

  seenCard(productId: string): ProductCard | undefined {
    return this.#market.seenCard(productId);
  }

  hasShown(productId: string): boolean {
    return this.#shown.has(productId);
  }

  /** Calls in the gateway's record format, which the rules read. They are neither chained nor stored. */
  get calls(): readonly Call[] {
    return this.#calls;
  }

  #witness(kind: 'search' | 'view', shown: readonly { readonly product_id: string }[]): void {
    for (const { product_id } of shown) this.#shown.add(product_id);
    this.#calls.push({
      sequence: this.#calls.length + 1,
      time: '1970-01-01T00:00:00.000Z',
      kind,
      method: 'GET',
      path: '',
      parameters: {},
      request: null,
      status: 200,
      response: shown.map(({ product_id }) => ({ product_id })),
      duration_ms: 0,
      usage: null,
      price_microdollars: null,
      fault: null,
      previous: '',
      hash: '',
    });
  }
}
