import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import type { ProductCard, ProductInformation } from '../market/product.ts';
import type { WireQuery } from '../market/search/parse-product-query.ts';
import { isService } from '../market/service.ts';
import { parseJson } from '../store/parse-json.ts';
import { SeenCards } from './seen-cards.ts';
import type { ShopWindow } from './shop-window.ts';

const cards = z.array(
  z.object({
    product_id: z.string(),
    shop_id: z.string(),
    title: z.string(),
    price: z.number(),
    service: z.array(z.string()).transform((names) => names.filter(isService)),
    sold_count: z.number(),
  }),
);

const informations = z.array(
  z.object({
    product_id: z.string(),
    short_description: z.string(),
    description: z.string(),
    sku_options: z.record(z.string(), z.record(z.string(), z.string())),
    attributes: z.record(z.string(), z.array(z.string())),
  }),
);

const refusal = z.object({
  detail: z.string(),
  error_code: z.enum(['SEARCH_QUERY_INVALID', 'SEARCH_FILTER_INVALID']).catch('SEARCH_QUERY_INVALID'),
});

export interface HttpShopWindowOptions {
  /** What stands before `/find_product`: a market server's address, or a gateway's with `/search` behind it. */
  readonly url: string;
  readonly timeoutMilliseconds?: number;
}

/** The shop window behind a search server or a gateway. */
export class HttpShopWindow implements ShopWindow {
  readonly #url: string;
  readonly #timeoutMilliseconds: number;
  readonly #seen = new SeenCards();

  constructor({ url, timeoutMilliseconds = 30_000 }: HttpShopWindowOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  async find(query: WireQuery): Promise<readonly ProductCard[]> {
    const found = await this.#get('find_product', query, cards);
    this.#seen.remember(found);
    return found;
  }

  async view(productIds: readonly string[]): Promise<readonly ProductInformation[]> {
    return await this.#get('view_product_information', { product_ids: productIds.join(',') }, informations);
  }

  seenCard(productId: string): ProductCard | undefined {
    return this.#seen.get(productId);
  }

  async #get<Answer>(
    path: string,
    parameters: Readonly<Partial<Record<string, string>>> | WireQuery,
    shape: z.ZodType<Answer>,
  ): Promise<Answer> {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const response = await this.#request(`${path}?${new URLSearchParams(given)}`);
    const json = parseJson(response.body);
    if (response.status >= 400 && response.status < 500) {
      const refused = refusal.safeParse(json.ok ? json.value : undefined);
      if (refused.success) throw new Fault(refused.data.error_code, { message: refused.data.detail });
    }
    const answer = shape.safeParse(json.ok ? json.value : undefined);
    if (response.status === 200 && answer.success) return answer.data;
    throw new Fault('SEARCH_FAILED', {
      message: `The search at ${this.#url} answered ${response.status} with something that is no search result.`,
      remedy: 'Is this the address of `assay market serve`, or of a gateway with /search behind it?',
    });
  }

  async #request(path: string): Promise<{ readonly status: number; readonly body: string }> {
    try {
      const signal = AbortSignal.timeout(this.#timeoutMilliseconds);
      const response = await fetch(`${this.#url}/${path}`, { signal });
      return { status: response.status, body: await response.text() };
    } catch (cause) {
      throw new Fault('SEARCH_FAILED', {
        message: `The search at ${this.#url} does not answer.`,
        remedy: 'Try again; if it stays silent, start it anew.',
        cause,
      });
    }
  }
}
