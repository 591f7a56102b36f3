import { type Endpoint, EXTRAS, type Extra, HttpEndpoint, negotiate, PLAIN_EXTRAS } from '../../chat/client.ts';
import { PolicyEndpoint } from '../../evaluation/run.ts';
import { Fault } from '../../fault/fault.ts';
import { endpointName } from '../../inference/endpoint-name.ts';
import { InferenceEndpoint } from '../../inference/inference-endpoint.ts';
import type { ModelPrice } from '../../inference/price-of.ts';
import { LocalEndpoint } from '../../local/local-endpoint.ts';
import { isLocalModel } from '../../local/local-models.ts';
import { openLocalModel } from '../../local/open-local-model.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { FLOORS, type Floor } from '../../problems/problem.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../../simulated/simulated-inference.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import type { EvalRunOptions } from './run-options.ts';

export interface OpenedEndpoint {
  /** Policies without a model search the market themselves. */
  readonly endpoint: Endpoint | ((market: MarketIndex) => Endpoint);
  /** As stated in a record, without credentials before the host. */
  readonly name: string;
  readonly simulated: boolean;
  readonly price: ModelPrice | null;
  /** Finds out which extras the endpoint accepts; costs one or a few calls. */
  readonly negotiate: () => Promise<readonly Extra[]>;
}

/** Extras that simulated models accept; they return neither tokens nor probabilities. */
const SIMULATED_EXTRAS: readonly Extra[] = ['seed', 'tools', 'max_tokens'];
const LOCAL_EXTRAS: readonly Extra[] = ['return_token_ids', 'logprobs', ...SIMULATED_EXTRAS];

export async function openEndpoint(options: EvalRunOptions): Promise<OpenedEndpoint> {
  const { baseUrl: url, model } = options;
  if (url === undefined && isLocalModel(model)) return await localEndpoint(options);
  const policy = FLOORS.find((floor) => url === undefined && model === `policy/${floor}`);
  if (policy !== undefined) return policyEndpoint(policy);
  if (url === undefined) {
    const price = Object.hasOwn(SIMULATED_PRICES, model) ? SIMULATED_PRICES[model]! : undefined;
    if (price === undefined) {
      throw new Fault('USAGE', {
        message: `There is no simulated model ${model}.`,
        remedy: `Take one of ${Object.keys(SIMULATED_PRICES).join(', ')}, a policy without a model (${FLOORS.map((floor) => `policy/${floor}`).join(', ')}), a local/NAME of \`assay model list\`, or name an endpoint with --base-url.`,
      });
    }
    const endpoint = new InferenceEndpoint(new SimulatedInference());
    return { endpoint, name: 'house', simulated: true, price, negotiate: async () => SIMULATED_EXTRAS };
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new Fault('USAGE', {
      message: `--base-url ${url} is not an address.`,
      remedy: 'Give one such as http://127.0.0.1:8000/v1.',
    });
  }
  const apiKey = process.env[options.apiKeyEnv];
  const endpoint = new HttpEndpoint({
    baseUrl: url,
    timeoutMilliseconds: options.timeout * 1000,
    ...(apiKey && { apiKey }),
  });
  const name = endpointName(url);
  const wanted = options.keepTokens === true ? EXTRAS : PLAIN_EXTRAS;
  return {
    endpoint,
    name,
    simulated: false,
    price: priceOf(options),
    negotiate: async () => await negotiate(endpoint, model, name, openAiTools(['terminate']), wanted),
  };
}

function policyEndpoint(floor: Floor): OpenedEndpoint {
  return {
    endpoint: (market) => new PolicyEndpoint(floor, market),
    name: 'policy',
    simulated: false,
    price: { prompt: 0, completion: 0 },
    negotiate: async () => SIMULATED_EXTRAS,
  };
}

async function localEndpoint(options: EvalRunOptions): Promise<OpenedEndpoint> {
  const local = await openLocalModel(options.model, { models: options.models });
  return {
    endpoint: new LocalEndpoint(local, options.timeout * 1000),
    name: 'local',
    simulated: false,
    price: priceOf(options),
    negotiate: async () => (options.keepTokens === true ? LOCAL_EXTRAS : SIMULATED_EXTRAS),
  };
}

function priceOf({ promptPrice, completionPrice }: EvalRunOptions): ModelPrice | null {
  if (promptPrice === undefined && completionPrice === undefined) return null;
  return {
    prompt: Math.round((promptPrice ?? 0) * 1_000_000),
    completion: Math.round((completionPrice ?? 0) * 1_000_000),
  };
}
