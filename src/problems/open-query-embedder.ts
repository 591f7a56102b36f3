import { join } from 'node:path';
import { CachedEmbedder } from '../embedding/cached-embedder.ts';
import { EndpointEmbedder } from '../embedding/endpoint-embedder.ts';
import { LocalEmbedder } from '../embedding/local-embedder.ts';
import type { TextEmbedder } from '../embedding/text-embedder.ts';
import { Fault } from '../fault/fault.ts';
import { DEFAULT_EMBEDDING_MODEL, findEmbeddings, type KnownModel } from '../models/known-models.ts';

/** How requests are compared to find leaks: the setting of an operator or of the command line. */
export interface QueryChoice {
  /** `words`; `model` or the name of a fetched model; or the name of a model that the endpoint serves. */
  readonly measure: string;
  /** OpenAI-compatible endpoint, up to and including /v1. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** The folder of fetched models; it also has the cache of vectors. */
  readonly models: string;
}

export interface OpenedEmbedder {
  readonly embedder: TextEmbedder;
  close(): Promise<void>;
}

/** Returns `undefined` if only words are compared. Throws if the model has not been fetched; loads nothing yet. */
export function openQueryEmbedder({ measure, baseUrl, apiKey, models }: QueryChoice): OpenedEmbedder | undefined {
  const cache = join(models, 'vectors');
  if (baseUrl !== undefined) {
    const endpoint = new EndpointEmbedder({ model: measure, baseUrl, ...(apiKey && { apiKey }) });
    return { embedder: new CachedEmbedder(endpoint, cache), close: async () => {} };
  }
  if (measure === 'words') return undefined;
  const local = new LocalEmbedder(models, localModel(measure));
  return { embedder: new CachedEmbedder(local, cache), close: () => local.close() };
}

function localModel(measure: string): KnownModel {
  const model = findEmbeddings(measure === 'model' ? DEFAULT_EMBEDDING_MODEL : measure);
  if (model !== undefined) return model;
  throw new Fault('USAGE', {
    message: `Requests cannot be compared by ${measure}: it is neither words nor a local embedding model.`,
    remedy:
      'Use words or model, or name the endpoint that serves it: --queries-base-url, or queries.baseUrl in arena.json.',
  });
}
