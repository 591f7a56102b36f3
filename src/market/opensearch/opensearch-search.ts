import type { Client } from '@opensearch-project/opensearch';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseProduct } from '../import/parse-product.ts';
import { cardOf, type Product, type ProductCard } from '../product.ts';
import { PAGE_SIZE, type ProductQuery, type Search, type SortOrder } from '../search/search.ts';
import { ask, connect, type OpenSearchAddress } from './connect.ts';
import { LAYOUT_VERSION } from './index-layout.ts';
import { searchBody } from './search-body.ts';

const versionAnswer = z.object({ version: z.object({ distribution: z.literal('opensearch'), number: z.string() }) });
const mappingAnswer = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ assay_market: z.number() }) }) }),
);
const countAnswer = z.object({ count: z.number() });
const document = z.object({ json: z.string() });
const searchAnswer = z.object({
  timed_out: z.literal(false),
  hits: z.object({ hits: z.array(z.object({ _source: document })) }),
});
const documentsAnswer = z.object({ docs: z.array(z.object({ found: z.boolean(), _source: document.optional() })) });

/** Search in a market created by `importIntoOpenSearch`. */
export class OpenSearchSearch implements Search {
  /** Number of products when the search was opened. */
  readonly productCount: number;
  readonly #client: Client;
  readonly #index: string;
  readonly #serverMajor: number;

  private constructor(client: Client, index: string, serverMajor: number, productCount: number) {
    this.#client = client;
    this.#index = index;
    this.#serverMajor = serverMajor;
    this.productCount = productCount;
  }

  static async open(address: OpenSearchAddress): Promise<OpenSearchSearch> {
    const { index } = address;
    const client = connect(address);
    try {
      const serverMajor = await majorVersion(client, index);
      const mapping = await ask(index, () => client.indices.getMapping({ index }));
      const layouts = mappingAnswer.safeParse(mapping.body);
      if (!layouts.success || !Object.values(layouts.data).every((found) => isCurrent(found.mappings._meta))) {
        throw new Fault('INDEX_UNREADABLE', {
          message: `The OpenSearch index "${index}" was not made by this version of Assay.`,
          remedy: 'Import the catalogue again with `assay market import FILE --opensearch URL`.',
        });
      }
      const counted = await ask(index, () => client.count({ index }));
      return new OpenSearchSearch(client, index, serverMajor, read(countAnswer, counted.body).count);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async find(query: ProductQuery): Promise<readonly ProductCard[]> {
    if (query.terms.length === 0) return [];
    const answer = await ask(this.#index, () =>
      this.#client.search({
        index: this.#index,
        // Uses the term statistics of all shards together. With per-shard statistics, the ranking would depend on the
        // layout.
        search_type: 'dfs_query_then_fetch',
        allow_partial_search_results: false,
        body: searchBody(query, this.#serverMajor),
      }),
    );
    const cards = read(searchAnswer, answer.body).hits.hits.map((hit) => cardOf(productIn(hit._source)));
    if (query.sort === 'default') return cards;
    return sorted(cards, query.sort).slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE);
  }

  async products(ids: readonly string[]): Promise<readonly Product[]> {
    const wanted = ids.filter((id) => id !== '');
    if (wanted.length === 0) return [];
    const answer = await ask(this.#index, () =>
      this.#client.mget({ index: this.#index, realtime: false, body: { ids: wanted } }),
    );
    const { docs } = read(documentsAnswer, answer.body);
    return docs.flatMap(({ _source }) => (_source === undefined ? [] : [productIn(_source)]));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** The sort is stable: ties stay in order of relevance. */
function sorted(cards: ProductCard[], sort: Exclude<SortOrder, 'default'>): ProductCard[] {
  switch (sort) {
    case 'order':
      return cards.sort((left, right) => right.sold_count - left.sold_count);
    case 'priceasc':
      return cards.sort((left, right) => left.price - right.price);
    case 'pricedesc':
      return cards.sort((left, right) => right.price - left.price);
  }
}

/** Major version of the server. Other distributions with the same protocol rank differently. */
async function majorVersion(client: Client, index: string): Promise<number> {
  const answer = await ask(index, () => client.info());
  const parsed = versionAnswer.safeParse(answer.body);
  if (parsed.success) return Number.parseInt(parsed.data.version.number, 10);
  throw new Fault('SEARCH_FAILED', {
    message: 'The server at this address is not OpenSearch.',
    remedy: 'Give the address of an OpenSearch server, version 2 or 3.',
  });
}

function isCurrent(meta: { readonly assay_market: number }): boolean {
  return meta.assay_market === LAYOUT_VERSION;
}

function productIn({ json }: z.infer<typeof document>): Product {
  const parsed = parseProduct(json);
  if (parsed.ok) return parsed.product;
  throw new Fault('SEARCH_FAILED', { message: `OpenSearch holds a product that cannot be read: ${parsed.reason}` });
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Fault('SEARCH_FAILED', { message: 'The answer of OpenSearch is incomplete.', cause: parsed.error });
}
