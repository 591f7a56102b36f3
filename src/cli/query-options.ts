import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { CachedEmbedder } from '../embedding/cached-embedder.ts';
import { EndpointEmbedder } from '../embedding/endpoint-embedder.ts';
import { LocalEmbedder } from '../embedding/local-embedder.ts';
import type { TextEmbedder } from '../embedding/text-embedder.ts';
import { Fault } from '../fault/fault.ts';
import { DEFAULT_EMBEDDING_MODEL, findEmbeddings, type KnownModel } from '../models/known-models.ts';
import type { Terminal } from './output/terminal.ts';
import { modelsOption } from './shared-options.ts';

/** How requests are compared to find leaks, as commander returns the options. */
export interface QueryOptions {
  readonly queries: string;
  readonly queriesBaseUrl?: string;
  readonly queriesApiKeyEnv: string;
  readonly models: string;
}

/** Adds the options of commands that can find leaks by meaning. */
export function withQueryOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--queries <measure>',
        'how requests are compared: words, model (also by a local embedding model, see `assay model get`), or a model served at --queries-base-url',
      ).default('words'),
    )
    .option('--queries-base-url <url>', 'OpenAI-compatible endpoint with embeddings, up to and including /v1')
    .addOption(
      new Option('--queries-api-key-env <name>', 'environment variable that holds the key of that endpoint').default(
        'ASSAY_QUERIES_API_KEY',
      ),
    )
    .addOption(modelsOption());
}

/** Prints a note if requests were compared only by words. */
export function printWordsOnly({ queries }: QueryOptions, terminal: Terminal): void {
  if (queries !== 'words') return;
  terminal.print('Requests are compared by words and numbers; --queries model compares them by meaning as well.');
}

/** Runs the comparison with the chosen embedder, or without one to compare only words. */
export async function withQueryEmbedder<Result>(
  options: QueryOptions,
  compare: (embedder: TextEmbedder | undefined) => Promise<Result>,
): Promise<Result> {
  const { queries, queriesBaseUrl, models } = options;
  if (queries === 'words' && queriesBaseUrl === undefined) {
    return await compare(undefined);
  }
  const cache = join(models, 'vectors');
  if (queriesBaseUrl !== undefined) {
    const apiKey = process.env[options.queriesApiKeyEnv];
    const endpoint = new EndpointEmbedder({ model: queries, baseUrl: queriesBaseUrl, ...(apiKey && { apiKey }) });
    return await compare(new CachedEmbedder(endpoint, cache));
  }
  const local = new LocalEmbedder(models, localModel(queries));
  try {
    return await compare(new CachedEmbedder(local, cache));
  } finally {
    await local.close();
  }
}

function localModel(measure: string): KnownModel {
  const model = findEmbeddings(measure === 'model' ? DEFAULT_EMBEDDING_MODEL : measure);
  if (model !== undefined) return model;
  throw new Fault('USAGE', {
    message: `--queries ${measure} is neither words nor a local embedding model.`,
    remedy: 'Use words or model, or name the endpoint that serves it with --queries-base-url.',
  });
}
