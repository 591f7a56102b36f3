import { Fault } from '../../fault/fault.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { FREE, type PriceTable } from '../../inference/price-of.ts';
import type { ArenaModels, ClaimedRun } from '../arena/arena-api.ts';
import type { OpenModels } from '../open-models.ts';
import type { Examination } from './run-parts.ts';

/**
 * The models an agent may use in a run. With a contestant's own key, calls go to the contestant's provider, which bills
 * the contestant. Otherwise the validator pays, and a rejected key is not the agent's fault. An arena with simulated
 * models needs no key. A contestant that must pay and does not makes its own agent fail: if the run merely had no
 * score, a champion could stay champion by disconnecting its provider.
 */
export function modelsForClaim(
  { inference_token: token, provider_missing: missing }: Pick<ClaimedRun, 'inference_token' | 'provider_missing'>,
  { models: own, endpoint }: Pick<Examination, 'models' | 'endpoint'>,
  arena: ArenaModels,
): OpenModels {
  if (own !== undefined) requireSuitable(own, arena);
  if (token == null || arena.simulated) {
    if (!arena.simulated && (missing === 'required' || (missing === 'removed' && own === undefined))) throw unpaid();
    if (own !== undefined) {
      // The arena's aliases, so that all validators accept the same names.
      const aliases = aliasesOf(arena, own.allowedModels);
      return { ...own, aliases, credential: { ...own.credential, owner: 'platform' } };
    }
    throw unsuitable('The contestant has not connected a provider, and this validator has no models.');
  }
  const models = arena.models.length === 0 ? (own?.allowedModels ?? []) : arena.models;
  const model = own !== undefined && models.includes(own.model) ? own.model : models[0];
  if (model === undefined) throw unsuitable('The arena lists no model that agents may use.');
  return {
    model,
    simulated: false,
    inference: new OpenAiInference({ ...endpoint, baseUrl: token.base_url }),
    endpoint: token.base_url,
    allowedModels: models,
    aliases: aliasesOf(arena, models),
    answersAs: { ...own?.answersAs, ...arena.answersAs },
    prices: free(models),
    credential: { owner: 'contestant', apiKey: token.access_token },
  };
}

/** Throws unless this validator's models are models that the arena allows. */
export function requireSuitable(own: OpenModels, arena: ArenaModels): void {
  if (own.simulated !== arena.simulated) {
    const [here, there] = own.simulated ? ['simulated', 'real'] : ['real', 'simulated'];
    throw unsuitable(`This validator was started with ${here} models, and the arena uses ${there} ones.`);
  }
  const other = own.allowedModels.find((model) => !arena.models.includes(model));
  if (own.simulated || arena.models.length === 0 || other === undefined) return;
  throw unsuitable(`${other} is not among the models of this arena: ${arena.models.join(', ')}.`);
}

function aliasesOf({ aliases }: ArenaModels, models: readonly string[]): OpenModels['aliases'] {
  return aliases.filter(({ model }) => models.includes(model));
}

function free(models: readonly string[]): PriceTable {
  return Object.fromEntries(models.map((model) => [model, FREE]));
}

function unpaid(): Fault {
  return new Fault('CREDENTIAL_REFUSED', {
    message: 'The contestant has no connected provider that pays for its models.',
  });
}

function unsuitable(message: string): Fault {
  return new Fault('MODELS_UNSUITABLE', { message });
}
