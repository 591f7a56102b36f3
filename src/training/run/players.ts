import { type Extra, HttpEndpoint, negotiate, PLAIN_EXTRAS } from '../../chat/client.ts';
import { Fault } from '../../fault/fault.ts';
import { InferenceEndpoint } from '../../inference/inference-endpoint.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../../simulated/simulated-inference.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { Player } from './run-episodes.ts';
import { STUDENT, type Student } from './student.ts';

/** Request fields for simulated models. They return neither tokens nor probabilities. */
const SIMULATED_EXTRAS: readonly Extra[] = ['seed', 'tools', 'max_tokens'];

/** Our own server sends complete answers; a stream with one event would only add work on both sides. */
const STUDENT_EXTRAS = PLAIN_EXTRAS.filter((extra) => extra !== 'stream' && extra !== 'stream_options');

export function studentPlayer({ endpoint, url, conversations }: Student, recipe: Recipe): Player {
  return {
    endpoint,
    model: STUDENT,
    address: url,
    simulated: false,
    // With more conversations than the cache holds, they would evict each other and be recomputed in every turn.
    concurrency: Math.min(recipe.harness.concurrency, conversations),
    negotiate: async () => await negotiate(endpoint, STUDENT, url, openAiTools(['terminate']), STUDENT_EXTRAS),
  };
}

export function teacherPlayer(recipe: Recipe, environment: NodeJS.ProcessEnv = process.env): Player {
  const { endpoint: url, model, api_key_env, concurrency } = recipe.stages.teacher.rows;
  if (url === 'house') {
    if (!Object.hasOwn(SIMULATED_PRICES, model)) {
      throw new Fault('INPUT_INVALID', {
        message: `stages.teacher.rows.model: there is no simulated model ${model}.`,
        remedy: `Take one of ${Object.keys(SIMULATED_PRICES).join(', ')}, or name an endpoint.`,
      });
    }
    const endpoint = new InferenceEndpoint(new SimulatedInference());
    return { endpoint, model, address: 'house', simulated: true, concurrency, negotiate: async () => SIMULATED_EXTRAS };
  }
  const apiKey = environment[api_key_env];
  const endpoint = new HttpEndpoint({ baseUrl: url, ...(apiKey && { apiKey }) });
  const { origin, pathname } = new URL(url);
  const address = `${origin}${pathname}`.replace(/\/+$/, '');
  return {
    endpoint,
    model,
    address,
    simulated: false,
    concurrency,
    negotiate: async () => await negotiate(endpoint, model, address, openAiTools(['terminate']), PLAIN_EXTRAS),
  };
}
