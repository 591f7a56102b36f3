import { Fault } from '../../fault/fault.ts';
import { judgeProviderAnswer } from '../../gateway/judge-provider-answer.ts';
import { retry } from '../../net/retry.ts';
import type { OpenModels } from '../open-models.ts';

export interface ProbeOptions {
  /** A fresh key may be unknown for a while. */
  readonly credentialTries: number;
  readonly credentialPause: number;
  readonly signal: AbortSignal;
}

/** A provider that asks for patience is there. */
const BUSY = new Set([429, 503]);

/**
 * Asks the provider for one token before an agent depends on it. Throws `CREDENTIAL_REFUSED` for a key it does not take,
 * and `INFERENCE_FAILED` when nobody answers; what it thinks of the question itself does not matter.
 */
export async function probeModels(models: OpenModels, options: ProbeOptions): Promise<void> {
  const { model, inference, credential } = models;
  const { credentialTries, credentialPause, signal } = options;
  if (models.simulated) return;
  const body = { model, messages: [{ role: 'user', content: 'Say yes.' }], max_tokens: 1 };
  const key = credential.apiKey === undefined ? {} : { apiKey: credential.apiKey };
  const answer = await retry(() => inference.chat(body, { signal, ...key }), {
    attempts: credentialTries,
    backoff: { first: credentialPause, longest: credentialPause },
    isRetryableValue: ({ status }) => status === 401,
    signal,
  });
  const judgement = judgeProviderAnswer(answer, credential.owner);
  if (judgement.kind === 'pass on') return;
  if (judgement.code === 'INFERENCE_FAILED' && BUSY.has(answer.status)) return;
  throw new Fault(judgement.code, { message: judgement.message });
}
