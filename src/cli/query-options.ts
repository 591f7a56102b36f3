import { type Command, Option } from 'commander';
import type { TextEmbedder } from '../embedding/text-embedder.ts';
import { openQueryEmbedder } from '../problems/open-query-embedder.ts';
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
  const opened = openQueryEmbedder({
    measure: options.queries,
    baseUrl: options.queriesBaseUrl,
    apiKey: process.env[options.queriesApiKeyEnv],
    models: options.models,
  });
  try {
    return await compare(opened?.embedder);
  } finally {
    await opened?.close();
  }
}
