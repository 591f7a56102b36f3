import { existsSync } from 'node:fs';
import { Fault } from '../fault/fault.ts';
import type { Credential } from '../gateway/gateway.ts';
import type { Inference } from '../inference/inference.ts';
import { type ModelAlias, parseModelAlias, requireOffered } from '../inference/model-alias.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { FREE, type PriceTable } from '../inference/price-of.ts';
import { RecordingInference, ReplayInference } from '../inference/recording.ts';
import { isSimulatedModel } from '../inference/simulated-models.ts';
import { isLocalModel } from '../local/local-models.ts';
import { openLocalModel } from '../local/open-local-model.ts';
import { DEFAULT_SIMULATED_MODEL, SIMULATED_PRICES, SimulatedInference } from '../simulated/simulated-inference.ts';

export interface ModelOptions {
  /** The model that agents are told to use. */
  readonly model?: string | undefined;
  /** Simulated models, which need no endpoint. They are never combined with real ones. */
  readonly simulated?: boolean | undefined;
  readonly baseUrl?: string | undefined;
  /**
   * Name of the environment variable that holds the key: a key on the command line would end up in the shell history.
   */
  readonly apiKeyEnv: string;
  /** Other names under which the endpoint may report the model. */
  readonly answersAs?: readonly string[] | undefined;
  /** `PATTERN=MODEL`: other names under which agents may request a model. */
  readonly modelAlias?: readonly string[] | undefined;
  readonly promptPrice?: number | undefined;
  readonly completionPrice?: number | undefined;
  readonly record?: string | undefined;
  readonly replay?: string | undefined;
  /** The folder of local models. */
  readonly models?: string | undefined;
}

export interface OpenModels {
  /** The model that agents are told to use. */
  readonly model: string;
  readonly simulated: boolean;
  readonly inference: Inference;
  readonly allowedModels: readonly string[];
  /** Other names under which agents may request one of them. */
  readonly aliases?: readonly ModelAlias[] | undefined;
  readonly answersAs?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly prices: PriceTable;
  readonly credential: Credential;
  /** Address of the endpoint; absent for models that have none. */
  readonly endpoint?: string | undefined;
}

type OfferedModels = Omit<OpenModels, 'credential'>;

/** The models an agent may use: simulated, local, at an endpoint, or from a recording. Never a combination. */
export async function openModels(options: ModelOptions): Promise<OpenModels> {
  const { record } = options;
  if (record !== undefined && existsSync(record)) {
    throw usage(`${record} already exists; a recording is never appended to.`);
  }
  const apiKey = process.env[options.apiKeyEnv];
  const offered = await offeredModels(options, apiKey);
  const { inference } = offered;
  const aliases = (options.modelAlias ?? []).map(parseModelAlias);
  requireOffered(aliases, offered.allowedModels);
  return {
    ...offered,
    aliases,
    inference: record === undefined ? inference : new RecordingInference(inference, record),
    credential: { owner: 'contestant', ...(apiKey !== undefined && { apiKey }) },
  };
}

async function offeredModels(options: ModelOptions, apiKey: string | undefined): Promise<OfferedModels> {
  const { model, baseUrl, record, replay } = options;
  if (model?.trim() === '') throw usage('--model is empty.', 'Name a model, or leave the option out.');
  const simulated = options.simulated === true || (model !== undefined && isSimulatedModel(model));
  if (replay !== undefined) {
    if (record !== undefined || baseUrl !== undefined || options.simulated === true) {
      throw usage('--replay answers from a file; it cannot be combined with --record, --base-url or --simulated.');
    }
    return await recordedModels(replay, options);
  }
  if (simulated) {
    if (baseUrl === undefined) return simulatedModels(model);
    throw usage(
      `${model ?? '--simulated'} names simulated models and --base-url an endpoint of real ones; they cannot be combined.`,
      'Leave out one of the two.',
    );
  }
  if (baseUrl !== undefined) return await endpointModels(baseUrl, options, apiKey);
  if (model !== undefined && isLocalModel(model)) return await localModels(model, options);
  throw usage(
    model === undefined ? 'No model is named.' : `There is no model ${model} on this machine.`,
    'Take --simulated for simulated models, --model local/NAME for one of `assay model list`, or --base-url and --model for an endpoint such as http://127.0.0.1:8080/v1.',
  );
}

/** A model on this machine. Its process ends with ours. */
async function localModels(model: string, options: ModelOptions): Promise<OfferedModels> {
  const inference = await openLocalModel(model, options.models === undefined ? {} : { models: options.models });
  return {
    model,
    simulated: false,
    inference,
    allowedModels: [model],
    prices: { [model]: priceGiven(options) },
  };
}

export function simulatedModels(model = DEFAULT_SIMULATED_MODEL): OfferedModels {
  if (!Object.hasOwn(SIMULATED_PRICES, model)) {
    throw usage(
      `There is no simulated model ${model}.`,
      `Take one of ${Object.keys(SIMULATED_PRICES).join(', ')}, or name an endpoint with --base-url.`,
    );
  }
  const allowedModels = Object.keys(SIMULATED_PRICES);
  return { model, simulated: true, inference: new SimulatedInference(), allowedModels, prices: SIMULATED_PRICES };
}

async function recordedModels(file: string, options: ModelOptions): Promise<OfferedModels> {
  const inference = await ReplayInference.open(file);
  const recorded = await inference.models();
  const model = options.model ?? recorded[0];
  if (model === undefined) throw usage(`${file} is empty.`, 'Take a recording with at least one answer.');
  const allowedModels = [...new Set([model, ...recorded])];
  const prices = Object.fromEntries(allowedModels.map((id) => [id, SIMULATED_PRICES[id] ?? priceGiven(options)]));
  return { model, simulated: inference.simulated, inference, allowedModels, prices };
}

async function endpointModels(
  baseUrl: string,
  options: ModelOptions,
  apiKey: string | undefined,
): Promise<OfferedModels> {
  const simulated = options.answersAs?.find(isSimulatedModel);
  if (simulated !== undefined) throw usage(`--answers-as ${simulated} is a simulated model, which no endpoint has.`);
  const served = await reach(baseUrl, apiKey);
  const { model } = options;
  // Required even if only one model is served: a measurement must state its model, and servers change theirs.
  if (model === undefined) {
    const known = served.length === 0 ? '' : ` It serves ${served.slice(0, 20).join(', ')}.`;
    throw usage(`--base-url needs --model: no model of ${baseUrl} is named.${known}`, 'Name one with --model.');
  }
  return {
    model,
    simulated: false,
    inference: new OpenAiInference({ baseUrl }),
    endpoint: baseUrl,
    allowedModels: [model],
    answersAs: { [model]: options.answersAs ?? [] },
    prices: { [model]: priceGiven(options) },
  };
}

/** Converts from dollars per million tokens. */
function priceGiven({ promptPrice, completionPrice }: ModelOptions) {
  if (promptPrice === undefined && completionPrice === undefined) return FREE;
  return { prompt: microdollars(promptPrice), completion: microdollars(completionPrice) };
}

function microdollars(dollars = 0): number {
  return Math.round(dollars * 1_000_000);
}

/** A list of models may be long, because providers with hundreds of models describe each at length. */
const LIST_LIMITS = { timeoutMilliseconds: 10_000, attempts: 2, maxAnswerBytes: 16 * 1024 * 1024 };

/**
 * The models that the endpoint lists. Checked now, because an agent would waste minutes on an endpoint that does not
 * exist.
 */
async function reach(baseUrl: string, apiKey: string | undefined): Promise<readonly string[]> {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw usage(`--base-url ${baseUrl} is not an address.`, 'Give one such as https://api.example.com/v1.');
  }
  return await new OpenAiInference({ baseUrl, ...(apiKey !== undefined && { apiKey }), ...LIST_LIMITS }).listedModels();
}

function usage(message: string, remedy = 'Add --help to see what is accepted.'): Fault {
  return new Fault('USAGE', { message, remedy });
}
