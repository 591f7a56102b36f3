import { z } from 'zod';
import type { ChatRequest, ChatUsage } from '../../chat/schema.ts';
import type { ChatAnswer } from '../../inference/inference.ts';
import { type ModelAlias, offeredModel } from '../../inference/model-alias.ts';
import { type PriceTable, priceOf } from '../../inference/price-of.ts';
import type { CreditAccount } from '../credit/credit-account.ts';
import { type Answer, jsonAnswer, refusal } from '../http/answer.ts';
import { type RecordedBody, recordedBody } from '../http/recorded-body.ts';
import type { AnswerReplay, EarlierCall } from './answer-replay.ts';
import { askModel, type ModelServices } from './ask-model.ts';
import { countUsage } from './count-usage.ts';
import { hideCacheUse } from './hide-cache-use.ts';
import { refusedRequestPart } from './refused-request-part.ts';

/** For requests without a limit on the answer's length. */
const UNSTATED_COMPLETION_TOKENS = 16_384;
const MOST_STATED_TOKENS = 10_000_000;
const MOST_CHOICES = 128;

/**
 * Upper bound on the tokens of a request, to reserve money for it. A token has at least one byte, so the bytes of the
 * request bound its prompt.
 */
function mostTokens(body: ChatRequest, bytes: number): ChatUsage {
  const stated = [body.max_completion_tokens, body.max_tokens].filter((value) => isCount(value, MOST_STATED_TOKENS));
  const choices = isCount(body.n, MOST_CHOICES) ? body.n : 1;
  const each = stated.length === 0 ? UNSTATED_COMPLETION_TOKENS : Math.max(...stated);
  return { prompt_tokens: bytes, completion_tokens: each * choices };
}

/** Bytes reserved before a model is queried and paid. Longer answers are recorded if there is room. */
function answerBytes({ completion_tokens }: ChatUsage): number {
  return Math.min(MOST_RESERVED_BYTES, ANSWER_FRAME_BYTES + BYTES_PER_TOKEN * completion_tokens);
}

const ANSWER_FRAME_BYTES = 16 * 1024;
const BYTES_PER_TOKEN = 8;
const MOST_RESERVED_BYTES = 1024 ** 2;

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

export interface InferenceServices extends ModelServices {
  readonly allowedModels: readonly string[];
  readonly aliases?: readonly ModelAlias[] | undefined;
  readonly prices: PriceTable;
  readonly account: CreditAccount;
  /** Returns a rejection if the attempt has used up its tokens. */
  readonly admitTokens: () => Answer | null;
  /** Reserves evidence for this many bytes of an answer; returns a rejection if there is no room. */
  readonly reserveAnswer: (bytes: number) => Answer | null;
  /** Answers of earlier attempts at the same problem. */
  readonly replay?: AnswerReplay | undefined;
  readonly mayDepart: () => boolean;
}

const modelSchema = z.object({ model: z.string().min(1) });
const messagesSchema = z.object({ messages: z.array(z.unknown()) });
const streamSchema = z.object({ stream: z.literal(false).nullish() });

export async function answerInference(body: RecordedBody, bytes: number, services: InferenceServices): Promise<Answer> {
  const read = readChat(body, bytes, services);
  if ('refused' in read) return read.refused;
  const { chat } = read;
  const spentAlready = services.admitTokens();
  if (spentAlready !== null) return spentAlready;
  const most = mostTokens(chat, bytes);
  const full = services.reserveAnswer(answerBytes(most));
  if (full !== null) return full;
  const { earlier, departs = false } = services.replay?.take(body.recorded) ?? {};
  if (earlier !== undefined) return replayed(earlier);
  if (departs && !services.mayDepart()) return { ...departure(), departed: true };
  const reservation = await services.account.reserve(priceOf(chat.model, most, services.prices));
  if (reservation === null) {
    return refusal(402, 'The credit for inference is used up.', 'CREDIT_EXHAUSTED');
  }
  try {
    const { asked, trouble } = await askModel(chat, services);
    const noted = { ...(trouble && { trouble }), ...(departs && { departed: true as const }) };
    if (asked.kind === 'refused' || !asked.bought) {
      await reservation.settle(0);
      return { ...(asked.kind === 'refused' ? asked.refused : passedOn(asked.answer)), ...noted };
    }
    const { answer } = asked;
    const { json } = recordedBody(answer.body);
    const usage = countUsage(chat, bytes, most, json.ok ? json.value : undefined, answer.usage);
    const price = priceOf(chat.model, usage, services.prices);
    const settle = (recorded: boolean): Promise<void> => reservation.settle(recorded ? price : 0);
    return { ...passedOn(answer), ...noted, usage, price, settle };
  } catch (error) {
    await reservation.settle(0);
    throw error;
  }
}

function passedOn({ status, body, answeredBy, changed }: ChatAnswer): Answer {
  return { kind: 'inference', status, body: hideCacheUse(body), answeredBy, changed };
}

/** The answer of the earlier attempt, which has already paid for it. */
function replayed({ attemptId, call }: EarlierCall): Answer {
  const { sequence, status, response, usage, answered_by } = call;
  return {
    kind: 'inference',
    status,
    body: typeof response === 'string' ? response : JSON.stringify(response),
    usage,
    replayed: { attempt_id: attemptId, sequence },
    ...(answered_by && { answeredBy: answered_by }),
  };
}

function departure(): Answer {
  const message =
    'This attempt repeats one that was ended by an outage. It must send the same requests, and too many repeated attempts of ' +
    'this version sent different ones.';
  return refusal(409, message, 'AGENT_DEPARTED');
}

/** The body to forward, or a rejection. */
function readChat(
  body: RecordedBody,
  bytes: number,
  { allowedModels, aliases }: Pick<InferenceServices, 'allowedModels' | 'aliases'>,
): { readonly chat: ChatRequest } | { readonly refused: Answer } {
  const { json } = body;
  if (bytes === 0 || (!json.ok && json.flaw === 'not utf-8')) return refuse(400, 'Missing or unreadable request body');
  if (!json.ok && json.flaw === 'not json') return refuse(400, 'Invalid JSON in request body');
  if (!json.ok) return refuse(400, `Invalid JSON in request body: ${json.reason}`);
  const named = modelSchema.safeParse(json.value);
  if (!named.success) return refuse(400, "Missing 'model' field in request body");
  if (!streamSchema.safeParse(json.value).success) return refuse(400, 'Streaming is not supported through the proxy');
  if (allowedModels.length === 0) return refuse(503, 'Inference allowlist unavailable', 'INFERENCE_FAILED');
  const model = offeredModel(named.data.model, allowedModels, aliases);
  if (model === undefined) {
    const error = `Model '${named.data.model.slice(0, 200)}' is not allowed`;
    return { refused: jsonAnswer('refused', 403, { error, allowed_models: allowedModels }) };
  }
  const part = refusedRequestPart(json.value);
  if (part !== undefined) return refuse(400, `'${part}' is not supported through the proxy`);
  if (!messagesSchema.safeParse(json.value).success) return refuse(400, "Missing 'messages' field in request body");
  // Forwards the parsed value, not the schema's copy, so that the provider gets every field.
  const chat = json.value as ChatRequest;
  return { chat: model === chat.model ? chat : { ...chat, model } };
}

function refuse(...reason: Parameters<typeof refusal>): { readonly refused: Answer } {
  return { refused: refusal(...reason) };
}
