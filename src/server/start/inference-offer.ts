import type { Provider, Providers } from '../../arena/credentials.ts';
import type { InferenceOffer, OfferedModel } from '../../board/leaderboard.ts';
import { Fault } from '../../fault/fault.ts';
import { SIMULATED_MODELS } from '../../simulated/simulated-model.ts';
import type { ArenaConfig } from './arena-config.ts';

interface Preset {
  readonly providers: Readonly<Record<string, Provider>>;
  readonly models: readonly string[];
}

/**
 * Addresses of known providers and their default models; `models` and `providers` in `arena.json` take precedence.
 * Prices are left out, because contestants pay them to the provider and they change every month.
 */
const PRESETS: Readonly<Record<'openrouter' | 'chutes' | 'local', Preset>> = {
  openrouter: {
    providers: { openrouter: { baseUrl: 'https://openrouter.ai/api/v1', probePath: '/key' } },
    models: ['qwen/qwen3-32b', 'openai/gpt-oss-120b'],
  },
  chutes: {
    // Its list of models is public, so it cannot be used to test a credential.
    providers: { chutes: { baseUrl: 'https://llm.chutes.ai/v1', probePath: 'https://api.chutes.ai/users/me' } },
    models: ['Qwen/Qwen3-32B-TEE'],
  },
  // The model that comes with Assay. Validators run it with --model, so there is no provider to pay.
  local: { providers: {}, models: ['local/assay-135m'] },
};

export interface ProviderSettings {
  readonly preset?: keyof typeof PRESETS | undefined;
  readonly providers: Readonly<Record<string, Provider>>;
}

export function providersOf({ preset, providers }: ProviderSettings): Providers {
  return new Map(Object.entries({ ...(preset && PRESETS[preset].providers), ...providers }));
}

/** Models that agents may use: simulated models or the operator's list, never both. */
export function inferenceOffer(config: ArenaConfig): InferenceOffer {
  const { simulated, preset, models, modelAliases: aliases, searchCompat: compat } = config;
  if (simulated) return offer({ simulated, models: SIMULATED_MODELS.map(simulatedModel), aliases, compat });
  const listed = Object.entries(models).map(([id, details]): OfferedModel => ({ id, ...details }));
  const usual = preset === undefined ? [] : PRESETS[preset].models.map(withoutPrice);
  return offer({ simulated, models: listed.length > 0 ? listed : usual, aliases, compat });
}

function offer(whole: Required<InferenceOffer>): InferenceOffer {
  const offered = whole.models.map(({ id }) => id);
  const dangling = Object.entries(whole.aliases).find(([, model]) => !offered.includes(model));
  if (dangling === undefined) return whole;
  throw new Fault('INPUT_INVALID', {
    message: `modelAliases maps ${dangling[0]} to ${dangling[1]}, which is not one of the arena's models.`,
    remedy: `Take one of ${offered.slice(0, 20).join(', ') || 'the models that you list under `models`'}.`,
  });
}

const MICRODOLLARS = 1_000_000;

function simulatedModel({ id, promptPrice, completionPrice }: (typeof SIMULATED_MODELS)[number]): OfferedModel {
  return {
    id,
    promptPrice: promptPrice / MICRODOLLARS,
    completionPrice: completionPrice / MICRODOLLARS,
    answersAs: [],
  };
}

function withoutPrice(id: string): OfferedModel {
  return { id, promptPrice: null, completionPrice: null, answersAs: [] };
}
