import { existsSync } from 'node:fs';
import { Fault } from '../fault/fault.ts';
import type { Credential } from '../gateway/gateway.ts';
import { HOUSE_PRICES, HouseInference } from '../house/house-inference.ts';
import type { Inference } from '../inference/inference.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import type { ModelPrice, PriceTable } from '../inference/price-of.ts';
import { RecordingInference, ReplayInference } from '../inference/recording.ts';
import { RoutedInference } from '../inference/routed-inference.ts';

export interface ModelOptions {
  readonly model: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key: a key on the command line ends up in the shell's history. */
  readonly apiKeyEnv: string;
  readonly promptPrice?: number;
  readonly completionPrice?: number;
  readonly record?: string;
  readonly replay?: string;
}

export interface OpenModels {
  readonly inference: Inference;
  readonly allowedModels: readonly string[];
  readonly prices: PriceTable;
  readonly credential: Credential;
}

/** The models an agent may ask for: those of the house, an endpoint's, or a recording's. */
export async function openModels(options: ModelOptions): Promise<OpenModels> {
  const { model, baseUrl, record, replay } = options;
  const apiKey = process.env[options.apiKeyEnv];
  if (replay !== undefined && (record !== undefined || baseUrl !== undefined)) {
    throw usage('--replay answers from a file and goes with neither --record nor --base-url.');
  }
  if (record !== undefined && existsSync(record))
    throw usage(`${record} exists already; a recording is never added to.`);
  if (baseUrl !== undefined) await reach(baseUrl, apiKey);
  const house = new HouseInference();
  const endpoint = baseUrl === undefined ? undefined : new OpenAiInference({ baseUrl });
  if (endpoint === undefined && replay === undefined && !(model in HOUSE_PRICES)) {
    throw usage(
      `There is no model ${model} in the house.`,
      `Take one of ${Object.keys(HOUSE_PRICES).join(', ')}, or name an endpoint with --base-url.`,
    );
  }
  const live = new RoutedInference(house, endpoint);
  const inference =
    replay !== undefined
      ? await ReplayInference.open(replay)
      : record !== undefined
        ? new RecordingInference(live, record)
        : live;
  const price: ModelPrice = {
    prompt: microdollars(options.promptPrice),
    completion: microdollars(options.completionPrice),
  };
  return {
    inference,
    allowedModels: [...new Set([model, ...Object.keys(HOUSE_PRICES)])],
    prices: { ...HOUSE_PRICES, ...(model in HOUSE_PRICES ? {} : { [model]: price }) },
    credential: { owner: 'contestant', ...(apiKey !== undefined && { apiKey }) },
  };
}

const PATIENCE_MILLISECONDS = 10_000;

/** Found out now: an agent that asks an endpoint which is not there wastes everybody's minutes on it. */
async function reach(baseUrl: string, apiKey: string | undefined): Promise<void> {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw usage(`--base-url ${baseUrl} is no address.`, 'Give one such as https://api.example.com/v1.');
  }
  let status: number;
  try {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    status = (await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, { headers, signal })).status;
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Fault('INFERENCE_FAILED', {
      message: `Nobody answers at ${baseUrl}: ${reason}`,
      remedy: 'Check the address, up to and including /v1, and the network.',
    });
  }
  if (status === 401 || status === 403) {
    throw new Fault('CREDENTIAL_REFUSED', {
      message: `${baseUrl} refuses ${apiKey === undefined ? 'calls without a key' : 'the key'} (${status}).`,
      remedy: 'Put a key that it accepts into the environment variable that --api-key-env names.',
    });
  }
}

/** From dollars for a million tokens. */
function microdollars(dollars = 0): number {
  return Math.round(dollars * 1_000_000);
}

function usage(message: string, remedy = 'Add --help to see what is accepted.'): Fault {
  return new Fault('USAGE', { message, remedy });
}
