import { judgeStatus, keyRefused } from '../chat/client.ts';
import { providerWords } from '../chat/provider-words.ts';
import { hasChoices } from '../chat/read-response.ts';
import { Fault } from '../fault/fault.ts';
import type { ChatAnswer } from '../inference/inference.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { isSameModel } from '../inference/same-model.ts';
import { parseJson } from '../json/parse-json.ts';
import type { OpenModels } from './open-models.ts';

/** Long, because a local server may first have to load the model. */
const TIMEOUT_MILLISECONDS = 90_000;

/**
 * Requests a few tokens from the endpoint before an agent depends on it, so that a wrong key, model or address costs
 * one request instead of a whole run. Objections to the request itself are ignored, and so are rate limits.
 */
export async function checkEndpoint({ endpoint, model, credential, answersAs }: OpenModels): Promise<void> {
  if (endpoint === undefined) return;
  const inference = new OpenAiInference({
    baseUrl: endpoint,
    ...(credential.apiKey !== undefined && { apiKey: credential.apiKey }),
    attempts: 1,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  const body = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 8 };
  const answer = await inference.chat(body);
  const { status } = answer;
  if (status >= 200 && status < 300) return requireCompletion(endpoint, model, answer, answersAs?.[model]);
  const said = providerWords(answer.body);
  if (status === 429 && judgeStatus(status, answer.body).kind !== 'key refused') return;
  if (status === 503) return;
  const meaning = judgeStatus(status, answer.body).kind;
  if (meaning === 'key refused') throw keyRefused(endpoint, answer, credential.apiKey);
  if (meaning === 'model unknown') {
    throw new Fault('USAGE', {
      message: `${endpoint} has no model ${JSON.stringify(model)}, or no chat completions (${status})${said}`,
      remedy: await remedyFor(inference),
    });
  }
  if (status >= 300 && (status < 400 || status === 404 || status === 405)) throw wrongAddress(endpoint, status, said);
  if (status >= 500 || status === 408) {
    throw new Fault('INFERENCE_FAILED', {
      message: `${endpoint} fails (${status})${said}`,
      remedy: 'Try again later, or ask the provider.',
    });
  }
}

function requireCompletion(endpoint: string, model: string, answer: ChatAnswer, names?: readonly string[]): void {
  const { status, body, answeredBy } = answer;
  const json = parseJson(body);
  if (!json.ok || !hasChoices(json.value)) throw wrongAddress(endpoint, status, providerWords(body));
  if (isSameModel(model, answeredBy.model, names)) return;
  throw new Fault('MODEL_SUBSTITUTED', {
    message: `${endpoint} was asked for model ${JSON.stringify(model)} but reports ${JSON.stringify(answeredBy.model)}.`,
    remedy: `If both names mean the same model, add --answers-as ${answeredBy.model}. Otherwise ask the provider.`,
  });
}

function wrongAddress(endpoint: string, status: number, said: string): Fault {
  return new Fault('USAGE', {
    message: `There are no chat completions at ${endpoint}/chat/completions (${status})${said}`,
    remedy: 'Check --base-url: the address up to and including /v1.',
  });
}

async function remedyFor(inference: OpenAiInference): Promise<string> {
  const served = await inference.models().catch(() => []);
  const list = served.length === 0 ? '' : ` It serves ${served.slice(0, 20).join(', ')}.`;
  return `Name one that it serves with --model, and check that --base-url ends with /v1.${list}`;
}
