import { CachedEmbedder } from '../embedding/cached-embedder.ts';
import { EndpointEmbedder } from '../embedding/endpoint-embedder.ts';
import { LocalEmbedder, localEmbedderId } from '../embedding/local-embedder.ts';
import type { TextEmbedder } from '../embedding/text-embedder.ts';
import { Fault } from '../fault/fault.ts';
import { DEFAULT_EMBEDDING_MODEL, findEmbeddings, type KnownModel } from '../models/known-models.ts';
import { embeddingMeasure, lexicalMeasure, lexicalMeasureAt, type TitleMeasure } from './satisfy/title-measure.ts';
import { REFERENCE_TITLE_MODEL, strictThreshold } from './satisfy/title-thresholds.ts';

/** How titles are compared: the setting of an operator or of the command line. */
export interface TitleChoice {
  /** `lexical`; `model` or the name of a fetched model; the address of an endpoint; or the name of a model it serves. */
  readonly measure: string;
  /** Default: the calibrated threshold of the measure. */
  readonly threshold?: number | undefined;
}

/** What this machine can use to compare titles. */
export interface TitleResources {
  /** The folder of fetched models. */
  readonly models: string;
  /** Cache folder for vectors. */
  readonly cache: string;
  /** OpenAI-compatible endpoint, up to and including /v1. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Throws if the model has not been fetched or no endpoint is configured. Loads nothing and sends no request yet. */
export function openTitleMeasure({ measure, threshold }: TitleChoice, resources: TitleResources): TitleMeasure {
  if (measure === lexicalMeasure.id) return threshold === undefined ? lexicalMeasure : lexicalMeasureAt(threshold);
  const embedder = new CachedEmbedder(openEmbedder(measure, resources), resources.cache);
  return embeddingMeasure(embedder, threshold);
}

/** The choice with all defaults filled in, so that every machine uses the same model files and the same threshold. */
export function settledChoice({
  measure,
  threshold,
}: TitleChoice): Required<TitleChoice> & { readonly threshold: number } {
  const model = localModel(measure);
  const id = model === undefined ? measure : localEmbedderId(model);
  return { measure: id, threshold: threshold ?? strictThreshold(id) };
}

function openEmbedder(measure: string, { models, baseUrl, apiKey }: TitleResources): TextEmbedder {
  const local = localModel(measure);
  if (local !== undefined) {
    if (measure.includes('@') && measure !== localEmbedderId(local)) throw otherFiles(measure, localEmbedderId(local));
    return new LocalEmbedder(models, local);
  }
  const isAddress = /^https?:\/\//.test(measure);
  const address = isAddress ? measure : baseUrl;
  if (address === undefined || !URL.canParse(address)) throw noEndpoint(measure, address);
  const model = isAddress ? REFERENCE_TITLE_MODEL : measure;
  return new EndpointEmbedder({ baseUrl: address, model, ...(apiKey && { apiKey }) });
}

function localModel(measure: string): KnownModel | undefined {
  return findEmbeddings(measure === 'model' ? DEFAULT_EMBEDDING_MODEL : measure.split('@')[0]!);
}

function noEndpoint(measure: string, address: string | undefined): Fault {
  return new Fault('USAGE', {
    message:
      address === undefined
        ? `Comparing titles by ${measure} needs an endpoint that serves it, and none was given.`
        : `${address} is not an address.`,
    remedy: 'Name an OpenAI-compatible endpoint up to and including /v1 with --titles-base-url.',
  });
}

function otherFiles(wanted: string, own: string): Fault {
  return new Fault('USAGE', {
    message: `The arena compares titles by ${wanted}; this version of Assay has ${own}.`,
    remedy: 'Use the version of Assay that the arena uses.',
  });
}
