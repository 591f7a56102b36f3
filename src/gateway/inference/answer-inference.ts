import { z } from 'zod';
import type { ChatRequest, ChatUsage } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import type { AnsweredBy, ChatAnswer, Inference } from '../../inference/inference.ts';
import { type PriceTable, priceOf } from '../../inference/price-of.ts';
import { isSameModel } from '../../inference/same-model.ts';
import { ownField } from '../../json/json-object.ts';
import { settledFirst } from '../../net/settled-first.ts';
import type { CreditAccount } from '../credit/credit-account.ts';
import type { Credential } from '../gateway.ts';
import { type Answer, hungUp, jsonAnswer, refusal } from '../http/answer.ts';
import { type ReadBody, readBody } from '../http/recorded-body.ts';
import { judgeProviderAnswer } from '../judge-provider-answer.ts';
import { countUsage } from './count-usage.ts';
import { SilenceWatch } from './silence-watch.ts';

/** For requests that do not say how long the answer may be. */
const UNSTATED_COMPLETION_TOKENS = 16_384;
const MOST_STATED_TOKENS = 10_000_000;
const MOST_CHOICES = 128;

/**
 * The most that a request can use up, to set money aside for it. A token is at least a byte, so the bytes of the
 * request bound its prompt.
 */
function mostTokens(body: ChatRequest, bytes: number): ChatUsage {
  const stated = [body.max_completion_tokens, body.max_tokens].filter((value) => isCount(value, MOST_STATED_TOKENS));
  const choices = isCount(body.n, MOST_CHOICES) ? body.n : 1;
  const each = stated.length === 0 ? UNSTATED_COMPLETION_TOKENS : Math.max(...stated);
  return { prompt_tokens: bytes, completion_tokens: each * choices };
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

export interface InferenceDesk {
  readonly inference: Inference;
  readonly allowedModels: readonly string[];
  readonly simulated?: boolean | undefined;
  readonly answersAs?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly prices: PriceTable;
  readonly account: CreditAccount;
  readonly credential: Credential;
  /** Whether the attempt may use more tokens; the refusal when it may not. */
  readonly admitTokens: () => Answer | null;
  readonly silenceMilliseconds: number;
  /** Fires when the gateway hangs up. */
  readonly closing: AbortSignal;
}

/** By these some providers choose another model or another host, or read the web; which model answers is the arena's to say. */
const STEERING_FIELDS = ['models', 'route', 'provider', 'plugins', 'web_search_options', 'preset', 'extra_body'];

const modelSchema = z.object({ model: z.string().min(1) });
const messagesSchema = z.object({ messages: z.array(z.unknown()) });
const streamSchema = z.object({ stream: z.literal(false).nullish() });

export async function answerInference(body: ReadBody, bytes: number, desk: InferenceDesk): Promise<Answer> {
  const read = readChat(body, bytes, desk.allowedModels);
  if ('refused' in read) return read.refused;
  const { chat } = read;
  const spentAlready = desk.admitTokens();
  if (spentAlready !== null) return spentAlready;
  const most = mostTokens(chat, bytes);
  const reservation = await desk.account.reserve(priceOf(chat.model, most, desk.prices));
  if (reservation === null) {
    return refusal(402, 'The credit for inference is used up.', 'CREDIT_EXHAUSTED');
  }
  try {
    const reply = await ask(chat, desk);
    if ('refused' in reply || !reply.bought) {
      await reservation.settle(0);
      return 'refused' in reply ? reply.refused : passedOn(reply.answer);
    }
    const { answer } = reply;
    const { json } = readBody(answer.body);
    const usage = countUsage(chat, bytes, most, json.ok ? json.value : undefined, answer.usage);
    const price = priceOf(chat.model, usage, desk.prices);
    const settle = (recorded: boolean): Promise<void> => reservation.settle(recorded ? price : 0);
    return { ...passedOn(answer), usage, price, settle };
  } catch (error) {
    await reservation.settle(0);
    throw error;
  }
}

function passedOn({ status, body, answeredBy, changed }: ChatAnswer): Answer {
  return { kind: 'inference', status, body, answeredBy, changed };
}

/** The body to send on, or why it is not sent. */
function readChat(
  body: ReadBody,
  bytes: number,
  allowedModels: readonly string[],
): { readonly chat: ChatRequest } | { readonly refused: Answer } {
  const { json } = body;
  if (bytes === 0 || (!json.ok && json.flaw === 'not utf-8')) return refuse(400, 'Missing or unreadable request body');
  if (!json.ok && json.flaw === 'not json') return refuse(400, 'Invalid JSON in request body');
  if (!json.ok) return refuse(400, `Invalid JSON in request body: ${json.reason}`);
  const named = modelSchema.safeParse(json.value);
  if (!named.success) return refuse(400, "Missing 'model' field in request body");
  if (!streamSchema.safeParse(json.value).success) return refuse(400, 'Streaming is not supported through the proxy');
  if (allowedModels.length === 0) return refuse(503, 'Inference allowlist unavailable', 'INFERENCE_FAILED');
  if (!allowedModels.includes(named.data.model)) {
    const error = `Model '${named.data.model.slice(0, 200)}' is not allowed`;
    return { refused: jsonAnswer('refused', 403, { error, allowed_models: allowedModels }) };
  }
  const steering = STEERING_FIELDS.find((field) => ownField(json.value, field) !== undefined);
  if (steering !== undefined) return refuse(400, `'${steering}' is not supported through the proxy`);
  if (!messagesSchema.safeParse(json.value).success) return refuse(400, "Missing 'messages' field in request body");
  // The value itself, not the schema's copy: fields nobody here knows are the provider's business.
  return { chat: json.value as ChatRequest };
}

function refuse(...reason: Parameters<typeof refusal>): { readonly refused: Answer } {
  return { refused: refusal(...reason) };
}

async function ask(chat: ChatRequest, desk: InferenceDesk): Promise<Reply> {
  const watch = new SilenceWatch(desk.silenceMilliseconds, (signal) => isHealthy(chat.model, desk, signal));
  try {
    const reply = await askProvider(chat, desk, watch);
    if (!isSuspect(reply) || watch.silent || !(await isHealthy(chat.model, desk))) return reply;
    const again = await askProvider(chat, desk, watch);
    return isSuspect(again) ? { refused: tooMuchForIt() } : again;
  } finally {
    watch.stop();
  }
}

type Reply =
  | { readonly answer: ChatAnswer; readonly bought: boolean }
  /** `suspect`: of a kind that an agent could bring about by what it asks. */
  | { readonly refused: Answer; readonly suspect?: boolean };

async function askProvider(
  chat: ChatRequest,
  desk: Pick<InferenceDesk, 'inference' | 'credential' | 'closing' | 'answersAs' | 'simulated'>,
  watch?: SilenceWatch,
): Promise<Reply> {
  const { inference, credential, closing } = desk;
  let answer: ChatAnswer;
  try {
    const options = { signal: closing, ...(credential.apiKey !== undefined && { apiKey: credential.apiKey }) };
    answer = await settledFirst(inference.chat(chat, options), closing);
  } catch (error) {
    if (closing.aborted) return { refused: watch?.silent ? hungUpOnSilence(watch.seconds) : hungUp('inference') };
    return { refused: unanswered(error), suspect: Fault.isInstance(error) && error.code === 'INFERENCE_FAILED' };
  }
  const judgement = judgeProviderAnswer(answer, credential.owner);
  const { answeredBy } = answer;
  if (judgement.kind === 'pass on') {
    const isOther =
      (answeredBy.simulated && desk.simulated !== true) ||
      !isSameModel(chat.model, answeredBy.model, desk.answersAs?.[chat.model]);
    // An agent may find a way to have another model answer, as by a field that only its provider knows.
    if (judgement.bought && isOther) return { refused: substituted(chat.model, answeredBy), suspect: true };
    return { answer, bought: judgement.bought };
  }
  const { code, status, message, told, suspect } = judgement;
  const refused = {
    ...jsonAnswer('inference', status, { error: told }, { code, message }),
    ...(answer.retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(answer.retryAfterSeconds) }),
    answeredBy,
  };
  return { refused, suspect };
}

function isSuspect(reply: Reply): boolean {
  return 'refused' in reply && reply.suspect === true;
}

/**
 * Whether the provider answers a request that nobody could object to. An agent chooses its own words and may find some
 * that a provider chokes on; without this it could have every lost attempt run again for free.
 */
async function isHealthy(model: string, desk: InferenceDesk, signal?: AbortSignal): Promise<boolean> {
  const probe = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 8 };
  const closing = signal === undefined ? desk.closing : AbortSignal.any([desk.closing, signal]);
  return 'answer' in (await askProvider(probe, { ...desk, closing }));
}

/** What it said would be recorded as the words of a model that never said them. */
function substituted(asked: string, answeredBy: AnsweredBy): Answer {
  const { model, endpoint } = answeredBy;
  const message =
    `${endpoint} was asked for ${JSON.stringify(asked)} and says that ${JSON.stringify(model)} answered. ` +
    'If that is the same model under another name, say so with --answers-as, or answersAs in arena.json.';
  const error = 'The endpoint answered with another model. This is not your fault.';
  return { ...jsonAnswer('inference', 502, { error }, { code: 'MODEL_SUBSTITUTED', message }), answeredBy };
}

/** The provider is well and fails at this request again and again: between it and the agent, like any bad request. */
function tooMuchForIt(): Answer {
  return jsonAnswer('inference', 502, { error: 'The model endpoint fails at this request and answers others.' });
}

/** Never the agent's fault, and it costs nothing. */
function unanswered(error: unknown): Answer {
  const code = Fault.isInstance(error) && error.owner === 'platform' ? error.code : 'INFERENCE_FAILED';
  const message = error instanceof Error ? error.message : String(error);
  const status = code === 'INFERENCE_FAILED' ? 502 : 503;
  return jsonAnswer(
    'inference',
    status,
    { error: 'The model did not answer. This is not your fault.' },
    { code, message },
  );
}

/** The attempt ended while its agent waited for a provider that answered no request at all. */
function hungUpOnSilence(seconds: number): Answer {
  const message = `The model endpoint had not answered after ${seconds.toFixed(0)} s when the attempt ended, and did not answer a short request either.`;
  return { ...hungUp('inference'), fault: { code: 'INFERENCE_FAILED', message } };
}
