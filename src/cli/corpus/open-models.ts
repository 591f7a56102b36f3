import { Fault } from '../../fault/fault.ts';
import { HouseInference } from '../../house/house-inference.ts';
import { houseModel } from '../../house/house-model.ts';
import type { Inference } from '../../inference/inference.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { HOUSE_PREFIX, RoutedInference } from '../../inference/routed-inference.ts';

export interface ModelsOptions {
  readonly models: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
}

export interface OpenedModels {
  readonly inference: Inference;
  /** As a record names it, without what a person may have put before the host; `null` where only the house is asked. */
  readonly endpoint: string | null;
}

/** House models, and others behind an endpoint where one of them is named. */
export function openModels({ models, baseUrl, apiKeyEnv }: ModelsOptions): OpenedModels {
  const house = new HouseInference();
  for (const model of models) {
    if (model.startsWith(HOUSE_PREFIX) ? houseModel(model) !== undefined : baseUrl !== undefined) continue;
    throw new Fault('USAGE', {
      message: `There is no model ${model.slice(0, 100)} in the house.`,
      remedy: 'Take house/novice, house/adept or house/expert, or name an endpoint with --base-url.',
    });
  }
  if (baseUrl === undefined || models.every((model) => model.startsWith(HOUSE_PREFIX))) {
    return { inference: house, endpoint: null };
  }
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new Fault('USAGE', {
      message: `--base-url ${baseUrl} is not an address.`,
      remedy: 'Give one such as http://127.0.0.1:8000/v1.',
    });
  }
  const apiKey = process.env[apiKeyEnv];
  const { origin, pathname } = new URL(baseUrl);
  const inference = new OpenAiInference({ baseUrl, ...(apiKey !== undefined && { apiKey }) });
  return { inference: new RoutedInference(house, inference), endpoint: `${origin}${pathname}`.replace(/\/+$/, '') };
}
