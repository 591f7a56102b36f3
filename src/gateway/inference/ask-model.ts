import type { ChatRequest } from '../../chat/schema.ts';
import { retry } from '../../net/retry.ts';
import type { CallRecovery } from '../calls/call.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import { type Answer, clientDisconnected, jsonAnswer } from '../http/answer.ts';
import type { AgentTraffic } from '../model-traffic.ts';
import { askProvider, type CallFailure, type ProviderServices, type Reply } from './ask-provider.ts';
import { attributeFailure, type FailureAttribution, type ProbeResult } from './attribute-failure.ts';
import { ProviderWatch } from './provider-watch.ts';
import type { WaitingClock } from './waiting-clock.ts';

export interface ModelServices extends ProviderServices {
  /** The model that the agent is told to use. */
  readonly toldModel: string;
  readonly traffic: AgentTraffic;
  readonly waiting: WaitingClock;
  readonly limits: Pick<
    GatewayLimits,
    'modelTries' | 'retryMilliseconds' | 'longestRetryMilliseconds' | 'silenceMilliseconds'
  >;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  /** Whether it closes because the agent's time is over. */
  readonly isOutOfTime: () => boolean;
}

export type Asked =
  | Extract<Reply, { kind: 'answer' }>
  /** No completion; the agent gets this answer instead. */
  | { readonly kind: 'refused'; readonly refused: Answer };

/**
 * Queries a model and retries failures that may be temporary, with the agent's clock stopped. If every try fails,
 * determines who is responsible.
 */
export async function askModel(
  chat: ChatRequest,
  services: ModelServices,
): Promise<{ readonly asked: Asked; readonly trouble?: CallRecovery }> {
  return await new ModelCall(chat, services).ask();
}

class ModelCall {
  readonly #chat: ChatRequest;
  readonly #services: ModelServices;
  readonly #began: number;
  readonly #watch: ProviderWatch;
  #silence: FailureAttribution | undefined;
  #tries = 0;
  #failedAt: number | undefined;
  #resume: (() => void) | undefined;

  constructor(chat: ChatRequest, services: ModelServices) {
    this.#chat = chat;
    this.#services = services;
    this.#began = services.traffic.now();
    this.#watch = new ProviderWatch(services.limits.silenceMilliseconds, async (signal) => {
      this.#silence = await this.#blame('service', signal);
      return this.#silence.owner === 'agent';
    });
  }

  async ask(): Promise<{ readonly asked: Asked; readonly trouble?: CallRecovery }> {
    try {
      const reply = await this.#tryAll();
      if (reply.kind === 'answer' || reply.kind === 'refused') return { asked: reply, ...this.#withTrouble(null) };
      if (reply.kind === 'closed') return await this.#closed();
      const { failure } = reply;
      const attribution = this.#watch.silent
        ? this.#silence!
        : await this.#blame(failure.about, this.#services.closing);
      if (this.#services.closing.aborted) return await this.#closed();
      if (attribution.owner === 'agent' && this.#mayPass(failure)) {
        // The provider answered the probe, so the outage may have just ended.
        const last = await this.#tryOnce();
        if (last.kind === 'answer') return { asked: last, ...this.#withTrouble(null) };
        if (last.kind === 'closed') return await this.#closed();
      }
      return {
        asked: { kind: 'refused', refused: failed(failure, attribution) },
        ...this.#withTrouble(failure, attribution),
      };
    } finally {
      this.#watch.stop();
      this.#resume?.();
    }
  }

  #mayPass({ isPassing, retryAfterMilliseconds = 0 }: CallFailure): boolean {
    return isPassing && retryAfterMilliseconds <= this.#services.limits.longestRetryMilliseconds;
  }

  async #tryAll(): Promise<Reply> {
    const { limits, closing, waiting } = this.#services;
    const { modelTries, retryMilliseconds, longestRetryMilliseconds } = limits;
    try {
      return await retry(() => this.#tryOnce(), {
        attempts: modelTries,
        backoff: { first: retryMilliseconds, longest: longestRetryMilliseconds, jitter: [0.5, 1] },
        isRetryableValue: (reply) => reply.kind === 'failure' && reply.failure.isPassing && !waiting.isSpent,
        requestedDelay: (outcome) =>
          'value' in outcome && outcome.value.kind === 'failure' ? outcome.value.failure.retryAfterMilliseconds : null,
        longestRequestedDelay: longestRetryMilliseconds,
        signal: closing,
      });
    } catch (error) {
      if (closing.aborted) return { kind: 'closed' };
      throw error;
    }
  }

  async #tryOnce(): Promise<Reply> {
    const { traffic, waiting, closing } = this.#services;
    this.#tries++;
    const reply = await askProvider(this.#chat, this.#services, closing);
    if (reply.kind === 'answer' && reply.bought) traffic.note(this.#chat.model, true);
    if (reply.kind === 'failure') {
      traffic.note(this.#chat.model, false);
      this.#failedAt ??= traffic.now();
      this.#resume ??= waiting.stop(this.#began);
    }
    return reply;
  }

  async #blame(about: CallFailure['about'], signal: AbortSignal): Promise<FailureAttribution> {
    const { toldModel, traffic, credential } = this.#services;
    const call = { model: this.#chat.model, about, failedAt: this.#failedAt ?? this.#began };
    const probe = (model: string) => probeModel(model, this.#services, signal);
    return await attributeFailure(call, { toldModel, traffic, keyOwner: credential.owner, probe });
  }

  async #closed(): Promise<{ readonly asked: Asked; readonly trouble?: CallRecovery }> {
    const { seconds } = this.#watch;
    const attribution = await this.#attributeAtClose();
    if (attribution?.owner !== 'platform')
      return { asked: { kind: 'refused', refused: clientDisconnected('inference') } };
    const message = `The model endpoint had not answered after ${seconds.toFixed(0)} s when the attempt ended, and did not answer a short request either.`;
    const fault = { code: 'INFERENCE_FAILED' as const, message, confirmedBy: attribution.confirmedBy };
    const refused = { ...clientDisconnected('inference'), fault };
    return { asked: { kind: 'refused', refused }, ...this.#withTrouble({ message }, attribution) };
  }

  /** The result of the check. Runs the check now if the attempt's time ended before it was due or finished. */
  async #attributeAtClose(): Promise<FailureAttribution | undefined> {
    if (this.#silence !== undefined) return this.#silence;
    if (!this.#services.isOutOfTime()) return undefined;
    this.#watch.stop();
    return await this.#blame('service', new AbortController().signal);
  }

  /** What is recorded about a call that failed at least once. */
  #withTrouble(
    failure: Pick<CallFailure, 'message'> | null,
    attribution?: FailureAttribution,
  ): { readonly trouble?: CallRecovery } {
    if (this.#failedAt === undefined && failure === null) return {};
    const { now } = this.#services.traffic;
    return {
      trouble: {
        tries: this.#tries,
        waited_ms: this.#failedAt === undefined ? 0 : Math.max(0, Math.round(now() - this.#began)),
        ...(failure !== null && { failure: failure.message }),
        ...(attribution && { owner: attribution.owner, reason: attribution.reason }),
        ...(attribution?.owner === 'platform' && { confirmed_by: attribution.confirmedBy }),
      },
    };
  }
}

/** A minimal valid request with the key of the agent's requests. */
async function probeModel(model: string, services: ModelServices, signal: AbortSignal): Promise<ProbeResult> {
  const body = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 8 };
  const timeout = AbortSignal.timeout(Math.ceil(services.limits.silenceMilliseconds / 3));
  const reply = await askProvider(body, services, AbortSignal.any([signal, timeout]));
  const answered = reply.kind === 'answer';
  services.traffic.note(model, answered, true);
  return answered ? { answered } : { answered, about: reply.kind === 'failure' ? reply.failure.about : 'service' };
}

function failed(failure: CallFailure, attribution: FailureAttribution): Answer {
  const { code, message, told, status, answeredBy, retryAfterMilliseconds } = failure;
  const fault = attribution.owner === 'platform' ? { code, message, confirmedBy: attribution.confirmedBy } : undefined;
  const error = attribution.owner === 'platform' ? `${told} This is not your fault.` : `${told} ${attribution.reason}`;
  return {
    ...jsonAnswer('inference', status, { error }, fault),
    ...(retryAfterMilliseconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMilliseconds / 1000) }),
    ...(answeredBy && { answeredBy }),
  };
}
