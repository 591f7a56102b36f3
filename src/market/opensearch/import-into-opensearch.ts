import type { Client } from '@opensearch-project/opensearch';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { sleepFor } from '../../net/retry.ts';
import { shortenAfter } from '../../text/shorten.ts';
import type { Product } from '../product.ts';
import { ask, connect, type OpenSearchAddress } from './connect.ts';
import { type IndexedProduct, indexBody, indexedProduct } from './index-layout.ts';

export interface OpenSearchImportOptions {
  readonly address: OpenSearchAddress;
  /** In the order of their ids, each id once. */
  readonly products: AsyncIterable<Product>;
  /** Number of shards, which the nodes of a cluster share. */
  readonly shards: number;
  readonly onProgress?: (phase: 'products' | 'index', done: number) => void;
}

export interface OpenSearchImport {
  /** The index that the alias points to. */
  readonly index: string;
  readonly products: number;
  /** Size on disk, without replicas. */
  readonly bytes: number;
}

/** Large enough that the overhead per request is small, and far below OpenSearch's limit of 100 MB. */
const BATCH_BYTES = 4 * 1024 ** 2;
/** Concurrent requests. More would only fill the server's queue. */
const CONCURRENCY = 3;
const RETRIES = 8;
const RETRY_MILLISECONDS = 2_000;
const POLL_MILLISECONDS = 500;

const foundIndexes = z.record(
  z.string(),
  z.object({
    aliases: z.record(z.string(), z.unknown()),
    mappings: z.object({ _meta: z.object({ assay_market: z.number().optional() }).optional() }),
    settings: z.object({ index: z.object({ creation_date: z.coerce.number() }) }),
  }),
);
const statsAnswer = z.object({
  _all: z.object({
    primaries: z.object({ docs: z.object({ count: z.number() }), store: z.object({ size_in_bytes: z.number() }) }),
  }),
});

/**
 * Fills a new index and then points the alias to it. The existing market stays until the new one is complete, even
 * after an error. Concurrent searches see either the old market or the new one.
 */
export async function importIntoOpenSearch(options: OpenSearchImportOptions): Promise<OpenSearchImport> {
  const { address, shards } = options;
  const alias = address.index;
  const client = connect(address);
  try {
    const previous = await previousIndexes(client, alias);
    await removeLeftovers(client, alias);
    const index = `${alias}-${new Date().toISOString().replaceAll(/[^0-9]/g, '')}`;
    await ask(alias, () => client.indices.create({ index, body: indexBody(shards) }));
    try {
      const products = await fill(client, index, options);
      options.onProgress?.('index', products);
      await mergeSegments(client, index);
      const bytes = await checkedBytes(client, index, products);
      await ask(alias, () =>
        client.indices.updateAliases({
          body: {
            actions: [
              { add: { index, alias } },
              ...previous.map((replaced) => ({ remove_index: { index: replaced } })),
            ],
          },
        }),
      );
      return { index, products, bytes };
    } catch (error) {
      await client.indices.delete({ index }).catch(() => {
        // The server may be unreachable; the next import removes the index.
      });
      throw error;
    }
  } finally {
    await client.close();
  }
}

/** The indexes that the alias points to. */
async function previousIndexes(client: Client, alias: string): Promise<string[]> {
  const answer = await ask(alias, () => client.indices.get({ index: alias, ignore_unavailable: true }));
  const found = foundIndexes.parse(answer.body);
  if (alias in found || Object.values(found).some(({ mappings }) => mappings._meta?.assay_market === undefined)) {
    throw new Fault('INPUT_INVALID', {
      message: `"${alias}" in OpenSearch was not made by \`assay market import\`. It is unchanged.`,
      remedy: 'Choose another name with --index.',
    });
  }
  return Object.keys(found);
}

/** An index this old is no longer being filled by an import. */
const STALE_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Removes indexes of imports that were killed. */
async function removeLeftovers(client: Client, alias: string): Promise<void> {
  const answer = await ask(alias, () => client.indices.get({ index: `${alias}-*` }));
  for (const [index, { aliases, mappings, settings }] of Object.entries(foundIndexes.parse(answer.body))) {
    const isOurs = mappings._meta?.assay_market !== undefined && index.slice(alias.length).match(/^-\d+$/) !== null;
    const isStale = settings.index.creation_date < Date.now() - STALE_MILLISECONDS;
    if (isOurs && isStale && Object.keys(aliases).length === 0) {
      await ask(alias, () => client.indices.delete({ index, ignore_unavailable: true }));
    }
  }
}

/** Streams the products in and returns their number. */
async function fill(client: Client, index: string, options: OpenSearchImportOptions): Promise<number> {
  let sent = 0;
  let rejected: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  async function* documents(): AsyncGenerator<IndexedProduct> {
    try {
      for await (const product of options.products) {
        yield indexedProduct(product);
        if (++sent % 1_000 === 0) options.onProgress?.('products', sent);
      }
    } catch (error) {
      // Thrown later: requests still in flight would recreate the index after it has been deleted.
      failure = { error };
    }
  }
  const bulk = client.helpers.bulk<IndexedProduct>({
    datasource: documents(),
    // `create`, not `index`: a retried request must not replace products, because term statistics include replaced
    // documents until their segment is merged.
    onDocument: ({ product_id }) => ({ create: { _index: index, _id: product_id } }),
    onDrop: ({ status, error, document }) => {
      if (status === 409) return;
      rejected ??= `product ${document.product_id}: ${status} ${shortenAfter(error?.reason ?? 'too many requests', 200)}`;
      bulk.abort();
    },
    flushBytes: BATCH_BYTES,
    concurrency: CONCURRENCY,
    retries: RETRIES,
    wait: RETRY_MILLISECONDS,
  });
  await ask(index, () => bulk);
  if (failure !== undefined) throw failure.error;
  if (rejected === undefined) return sent;
  throw new Fault('SEARCH_FAILED', {
    message: `OpenSearch rejected ${rejected}. The market is unchanged.`,
    remedy: 'Check the disk and the memory of the OpenSearch nodes, then import again.',
  });
}

/**
 * Merges to one segment per shard: the index is never written again, and searches are faster. Takes minutes for a large
 * index.
 */
async function mergeSegments(client: Client, index: string): Promise<void> {
  const started = await ask(index, () =>
    client.indices.forcemerge({ index, max_num_segments: 1, wait_for_completion: false }),
  );
  const { task } = z.object({ task: z.string() }).parse(started.body);
  const progress = z.object({ completed: z.boolean(), error: z.object({ reason: z.string() }).optional() });
  for (;;) {
    const answer = await ask(index, () => client.tasks.get({ task_id: task }));
    const { completed, error } = progress.parse(answer.body);
    if (error !== undefined) {
      throw new Fault('SEARCH_FAILED', { message: `OpenSearch could not merge its segments: ${error.reason}` });
    }
    if (completed) break;
    await sleepFor(POLL_MILLISECONDS);
  }
  await ask(index, () => client.indices.refresh({ index }));
}

/** Rejects an index that does not contain every product. */
async function checkedBytes(client: Client, index: string, products: number): Promise<number> {
  const answer = await ask(index, () => client.indices.stats({ index }));
  const { docs, store } = statsAnswer.parse(answer.body)._all.primaries;
  if (docs.count === products) return store.size_in_bytes;
  throw new Fault('SEARCH_FAILED', {
    message: `OpenSearch holds ${docs.count} of ${products} products. The market is unchanged.`,
    remedy: 'Check the logs of the OpenSearch nodes, then import again.',
  });
}
