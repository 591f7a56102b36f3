import type { ChatRequest } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import type { AnsweredBy, ChatAnswer, Inference } from '../../inference/inference.ts';
import { isSameModel } from '../../inference/same-model.ts';
import { settledFirst } from '../../net/settled-first.ts';
import type { Credential } from '../gateway.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { judgeProviderAnswer } from '../judge-provider-answer.ts';

/** A request without a completion, before its owner is determined. */
export interface CallFailure {
  readonly code: Extract<FaultCode, 'INFERENCE_FAILED' | 'MODEL_SUBSTITUTED'>;
  /** Cause of the failure, for the record. */
  readonly message: string;
  /** Message for the agent. */
  readonly told: string;
  /** Status of the agent's answer. */
  readonly status: number;
  /** `account`: other keys may work, as after a rate limit or for a model that this account lacks. */
  readonly about: 'service' | 'account';
  /** Whether the same request may succeed a little later. */
  readonly isPassing: boolean;
  readonly retryAfterMilliseconds?: number;
  readonly answeredBy?: AnsweredBy;
}

export type Reply =
  | { readonly kind: 'answer'; readonly answer: ChatAnswer; readonly bought: boolean }
  | { readonly kind: 'failure'; readonly failure: CallFailure }
  /** Final, with a known owner: a rejected key or a replay that diverged. */
  | { readonly kind: 'refused'; readonly refused: Answer }
  | { readonly kind: 'closed' };

export interface ProviderServices {
  readonly inference: Inference;
  readonly credential: Credential;
  readonly simulated?: boolean | undefined;
  readonly answersAs?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Sends one request without retries. */
export async function askProvider(chat: ChatRequest, services: ProviderServices, signal: AbortSignal): Promise<Reply> {
  const { inference, credential } = services;
  let answer: ChatAnswer;
  try {
    const options = { signal, attempts: 1, ...(credential.apiKey !== undefined && { apiKey: credential.apiKey }) };
    answer = await settledFirst(inference.chat(chat, options), signal);
  } catch (error) {
    return signal.aborted ? { kind: 'closed' } : unanswered(error);
  }
  const judgement = judgeProviderAnswer(answer, credential.owner);
  const { answeredBy, retryAfterSeconds } = answer;
  if (judgement.kind === 'pass on') {
    const isOther =
      (answeredBy.simulated && services.simulated !== true) ||
      !isSameModel(chat.model, answeredBy.model, services.answersAs?.[chat.model]);
    if (judgement.bought && isOther) return { kind: 'failure', failure: substituted(chat.model, answeredBy) };
    return { kind: 'answer', answer, bought: judgement.bought };
  }
  const { code, status, message, told, about, isPassing } = judgement;
  if (code === 'CREDENTIAL_REFUSED') {
    const refused = { ...jsonAnswer('inference', status, { error: told }, { code, message }), answeredBy };
    return { kind: 'refused', refused };
  }
  const delay = retryAfterSeconds === undefined ? {} : { retryAfterMilliseconds: retryAfterSeconds * 1000 };
  return { kind: 'failure', failure: { code, message, told, status, about, isPassing, answeredBy, ...delay } };
}

/** The provider returned no answer. */
function unanswered(error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  const told = 'The model did not answer.';
  if (Fault.isInstance(error) && error.owner === 'platform' && error.code !== 'INFERENCE_FAILED') {
    const refused = jsonAnswer('inference', 503, { error: told }, { code: error.code, message });
    return { kind: 'refused', refused };
  }
  const isPassing = Fault.isInstance(error) && error.code === 'INFERENCE_FAILED';
  return {
    kind: 'failure',
    failure: { code: 'INFERENCE_FAILED', message, told, status: 502, about: 'service', isPassing },
  };
}

/** Its answer would be recorded as that of a model that did not write it. */
function substituted(asked: string, answeredBy: AnsweredBy): CallFailure {
  const { model, endpoint } = answeredBy;
  return {
    code: 'MODEL_SUBSTITUTED',
    message:
      `${endpoint} was asked for model ${JSON.stringify(asked)} but reports ${JSON.stringify(model)}. ` +
      'If both names mean the same model, add --answers-as, or answersAs in arena.json.',
    told: 'The endpoint answered with another model.',
    status: 502,
    about: 'service',
    isPassing: true,
    answeredBy,
  };
}
