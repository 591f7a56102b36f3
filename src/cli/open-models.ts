import { existsSync } from 'node:fs';
import { Fault } from '../fault/fault.ts';
import type { Credential } from '../gateway/gateway.ts';
import { HOUSE_PRICES, HouseInference } from '../gateway/house/house-inference.ts';
import type { Inference } from '../inference/inference.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { FREE, type ModelPrice, type PriceTable } from '../inference/price-of.ts';
import { RecordingInference } from '../inference/recording-inference.ts';
import { ReplayInference } from '../inference/replay-inference.ts';
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
    prices: { ...HOUSE_PRICES, ...(model in HOUSE_PRICES ? {} : { [model]: price ?? FREE }) },
    credential: { owner: 'contestant', ...(apiKey !== undefined && { apiKey }) },
  };
}

/** From dollars for a million tokens. */
function microdollars(dollars = 0): number {
  return Math.round(dollars * 1_000_000);
}

function usage(message: string, remedy = 'Add --help to see what is accepted.'): Fault {
  return new Fault('USAGE', { message, remedy });
}
