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

/** Checks the endpoint of the agent's model, if it has one. */
export async function checkEndpoint({ endpoint, model, credential, answersAs }: OpenModels): Promise<void> {
  if (endpoint === undefined) return;
  const answer = await probeModel({ endpoint, model, apiKey: credential.apiKey });
  if (answer !== undefined) requireSameModel(endpoint, model, answer, answersAs?.[model]);
}

export interface JudgeEndpoint {
  readonly endpoint: string;
  readonly models: readonly string[];
  readonly apiKey: string | undefined;
  /** Precedes the names of the options that a remedy mentions. */
  readonly prefix: '' | 'judge-';
}

/** Checks every model of a panel of judges, one after another: a local server may have to load each. */
export async function checkJudges({ models, ...endpoint }: JudgeEndpoint): Promise<void> {
  for (const model of new Set(models)) await probeModel({ ...endpoint, model });
}

interface ProbedModel extends Pick<JudgeEndpoint, 'endpoint' | 'apiKey'> {
  readonly model: string;
  readonly prefix?: JudgeEndpoint['prefix'];
}

/**
 * Requests a few tokens from a model before a run depends on it, so that a wrong key, model or address costs one
 * request instead of a whole run. Objections to the request itself are ignored, and so are rate limits.
 *
 * @returns The completion, if it answered with one.
 */
async function probeModel({ endpoint, model, apiKey, prefix = '' }: ProbedModel): Promise<ChatAnswer | undefined> {
  const inference = new OpenAiInference({
    baseUrl: endpoint,
    ...(apiKey !== undefined && { apiKey }),
    attempts: 1,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  const body = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 8 };
  const answer = await inference.chat(body);
  const { status } = answer;
  const said = providerWords(answer.body);
  if (status >= 200 && status < 300) {
    const json = parseJson(answer.body);
    if (json.ok && hasChoices(json.value)) return answer;
    throw wrongAddress(endpoint, prefix, status, said);
  }
  if (status === 429 && judgeStatus(status, answer.body).kind !== 'key refused') return undefined;
  if (status === 503) return undefined;
  const meaning = judgeStatus(status, answer.body).kind;
  if (meaning === 'key refused') throw keyRefused(endpoint, answer, apiKey, `--${prefix}api-key-env`);
  if (meaning === 'model unknown') {
    throw new Fault('USAGE', {
      message: `${endpoint} has no model ${JSON.stringify(model)}, or no chat completions (${status})${said}`,
      remedy: await remedyFor(inference, prefix),
    });
  }
  if (status >= 300 && (status < 400 || status === 404 || status === 405)) {
    throw wrongAddress(endpoint, prefix, status, said);
  }
  if (status >= 500 || status === 408) {
    throw new Fault('INFERENCE_FAILED', {
      message: `${endpoint} fails (${status})${said}`,
      remedy: 'Try again later, or ask the provider.',
    });
  }
  return undefined;
}

function requireSameModel(
  endpoint: string,
  model: string,
  { answeredBy }: ChatAnswer,
  names: readonly string[] | undefined,
): void {
  if (isSameModel(model, answeredBy.model, names)) return;
  throw new Fault('MODEL_SUBSTITUTED', {
    message: `${endpoint} was asked for model ${JSON.stringify(model)} but reports ${JSON.stringify(answeredBy.model)}.`,
    remedy: `If both names mean the same model, add --answers-as ${answeredBy.model}. Otherwise ask the provider.`,
  });
}

function wrongAddress(endpoint: string, prefix: string, status: number, said: string): Fault {
  return new Fault('USAGE', {
    message: `There are no chat completions at ${endpoint}/chat/completions (${status})${said}`,
    remedy: `Check --${prefix}base-url: the address up to and including /v1.`,
  });
}

async function remedyFor(inference: OpenAiInference, prefix: string): Promise<string> {
  const served = await inference.models().catch(() => []);
  const list = served.length === 0 ? '' : ` It serves ${served.slice(0, 20).join(', ')}.`;
  return `Name one that it serves with --${prefix}model, and check that --${prefix}base-url ends with /v1.${list}`;
}
