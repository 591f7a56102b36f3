import { Fault } from '../../fault/fault.ts';
import { judgeProviderAnswer } from '../../gateway/judge-provider-answer.ts';
import type { AgentTraffic } from '../../gateway/model-traffic.ts';
import { retry } from '../../net/retry.ts';
import type { OpenModels } from '../open-models.ts';

export interface ProbeOptions {
  /** A new key may not be known everywhere at first. */
  readonly credentialTries: number;
  readonly credentialPause: number;
  /** Records which models answered. */
  readonly traffic: Pick<AgentTraffic, 'note'>;
  readonly signal: AbortSignal;
}

/** A provider that asks to retry later is up. */
const BUSY = new Set([429, 503]);

/**
 * Requests one token from the provider before an agent depends on it, and returns the models with an available one as
 * the model that agents are told to use. Which models a contestant's provider has is the contestant's choice: throws
 * `MODELS_MISSING` when it has none of the arena's. Throws `CREDENTIAL_REFUSED` when the provider rejects the key, and
 * `INFERENCE_FAILED` when it does not answer; objections to the request itself are ignored.
 */
export async function probeModels(models: OpenModels, options: ProbeOptions): Promise<OpenModels> {
  if (models.simulated) return models;
  const { credential, allowedModels } = models;
  for (const model of new Set([models.model, ...allowedModels])) {
    if (await probeModel(model, models, options)) return { ...models, model };
    if (credential.owner === 'platform') break;
  }
  if (credential.owner === 'platform') {
    throw new Fault('INFERENCE_FAILED', { message: `The model endpoint has no model ${models.model}.` });
  }
  throw new Fault('MODELS_MISSING', {
    message: `The contestant's provider has none of the models of this arena: ${allowedModels.slice(0, 20).join(', ')}.`,
  });
}

/** Whether the provider has the model. */
async function probeModel(model: string, models: OpenModels, options: ProbeOptions): Promise<boolean> {
  const { inference, credential } = models;
  const { credentialTries, credentialPause, traffic, signal } = options;
  const body = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 1 };
  const key = credential.apiKey === undefined ? {} : { apiKey: credential.apiKey };
  const answer = await retry(() => inference.chat(body, { signal, ...key }), {
    attempts: credentialTries,
    backoff: { first: credentialPause, longest: credentialPause },
    isRetryableValue: ({ status }) => status === 401,
    signal,
  });
  const judgement = judgeProviderAnswer(answer, credential.owner);
  if (judgement.kind === 'pass on') {
    if (judgement.bought) traffic.note(model, true, true);
    return true;
  }
  if (judgement.code === 'INFERENCE_FAILED' && BUSY.has(answer.status)) return true;
  if (answer.status === 404) return false;
  throw new Fault(judgement.code, { message: judgement.message });
}
