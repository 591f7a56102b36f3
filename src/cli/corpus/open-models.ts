import { Fault } from '../../fault/fault.ts';
import { endpointName } from '../../inference/endpoint-name.ts';
import type { Inference } from '../../inference/inference.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { isSimulatedModel } from '../../inference/simulated-models.ts';
import { SimulatedInference } from '../../simulated/simulated-inference.ts';
import { SIMULATED_MODELS, simulatedModel } from '../../simulated/simulated-model.ts';

export interface ModelsOptions {
  readonly models: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
}

export interface OpenedModels {
  readonly inference: Inference;
  /** As stated in a record; `null` for simulated models. */
  readonly endpoint: string | null;
}

/** Simulated models, or those of an endpoint; a mixture of both would be neither. */
export function openModels({ models, baseUrl, apiKeyEnv }: ModelsOptions): OpenedModels {
  if (models.every(isSimulatedModel)) {
    const unknown = models.find((model) => simulatedModel(model) === undefined);
    if (unknown !== undefined) throw usage(`There is no simulated model ${unknown.slice(0, 100)}.`);
    return { inference: new SimulatedInference(), endpoint: null };
  }
  if (models.some(isSimulatedModel)) throw usage('Simulated and real models cannot be combined.');
  if (baseUrl === undefined) throw usage(`${models.join(' and ').slice(0, 200)} needs an endpoint.`);
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw usage(`--base-url ${baseUrl} is not an address.`, 'Give one such as http://127.0.0.1:8000/v1.');
  }
  const apiKey = process.env[apiKeyEnv];
  const inference = new OpenAiInference({ baseUrl, ...(apiKey !== undefined && { apiKey }) });
  return { inference, endpoint: endpointName(baseUrl) };
}

function usage(message: string, remedy?: string): Fault {
  const known = SIMULATED_MODELS.map(({ id }) => id).join(', ');
  return new Fault('USAGE', {
    message,
    remedy: remedy ?? `Take ${known}, or models of an endpoint that --base-url names.`,
  });
}
