import { Fault } from '../../fault/fault.ts';
import { HouseInference } from '../../gateway/house/house-inference.ts';
import { houseModel } from '../../gateway/house/house-model.ts';
import type { Inference } from '../../inference/inference.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { HOUSE_PREFIX, RoutedInference } from '../../inference/routed-inference.ts';

export interface ModelsOptions {
  readonly models: readonly string[];
  readonly endpoint?: string;
  readonly apiKeyEnv: string;
}

export interface OpenedModels {
  readonly inference: Inference;
  /** As a record names it, without what a person may have put before the host; `null` where only the house is asked. */
  readonly endpoint: string | null;
}

/** House models, and others behind an endpoint where one of them is named. */
export function openModels({ models, endpoint, apiKeyEnv }: ModelsOptions): OpenedModels {
  const house = new HouseInference();
  for (const model of models) {
    if (model.startsWith(HOUSE_PREFIX) ? houseModel(model) !== undefined : endpoint !== undefined) continue;
    throw new Fault('USAGE', {
      message: `There is no model ${model.slice(0, 100)} in the house.`,
      remedy: 'Take house/novice, house/adept or house/expert, or name an endpoint with --endpoint.',
    });
  }
  if (endpoint === undefined || models.every((model) => model.startsWith(HOUSE_PREFIX))) {
    return { inference: house, endpoint: null };
  }
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    throw new Fault('USAGE', {
      message: `--endpoint ${endpoint} is no address.`,
      remedy: 'Give one such as http://127.0.0.1:8000/v1.',
    });
  }
  const apiKey = process.env[apiKeyEnv];
  const { origin, pathname } = new URL(endpoint);
  const inference = new OpenAiInference({ baseUrl: endpoint, ...(apiKey !== undefined && { apiKey }) });
  return { inference: new RoutedInference(house, inference), endpoint: `${origin}${pathname}`.replace(/\/+$/, '') };
}
