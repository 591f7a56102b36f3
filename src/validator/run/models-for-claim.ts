import { HouseInference } from '../../house/house-inference.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { FREE } from '../../inference/price-of.ts';
import { RoutedInference } from '../../inference/routed-inference.ts';
import type { ClaimedRun } from '../arena/arena-desk.ts';
import type { OpenModels } from '../open-models.ts';
import type { Examination } from './run-parts.ts';

/**
 * The models an agent may ask in a run. With a contestant's own key its calls go to the contestant's provider, and what
 * they cost is between those two; else they are ours to pay, and a refused key is not the agent's fault.
 */
export function modelsForClaim(
  { inference_token: token }: ClaimedRun,
  { models: own, endpoint }: Pick<Examination, 'models' | 'endpoint'>,
  allowed: readonly string[],
): OpenModels {
  if (token == null) return { ...own, credential: { ...own.credential, owner: 'platform' } };
  const models = [...new Set([...own.allowedModels, ...allowed])];
  const provider = new OpenAiInference({ ...endpoint, baseUrl: token.base_url });
  return {
    inference: new RoutedInference(new HouseInference(), provider),
    allowedModels: models,
    prices: { ...Object.fromEntries(models.map((model) => [model, FREE])), ...own.prices },
    credential: { owner: 'contestant', apiKey: token.access_token },
  };
}
