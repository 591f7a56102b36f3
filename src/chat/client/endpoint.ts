import type { ChatCompletion } from '../read-response.ts';
import type { TokenTrace } from '../read-tokens.ts';
import type { ChatRequest } from '../schema.ts';
import type { ProviderFailure } from './provider-failure.ts';

/** A completion with what evaluation and training need beside it. */
export interface MeasuredCompletion extends ChatCompletion {
  readonly tokens: TokenTrace;
  /** From the request to the first token, and to the last; `null` where time says nothing, as for a simulated model. */
  readonly secondsToFirst: number | null;
  readonly seconds: number | null;
}

/** What came of asking a model once, retries included. */
export type Reply =
  | { readonly kind: 'completion'; readonly completion: MeasuredCompletion; readonly retries: number }
  /** The conversation no longer fits into the model's context window: an ending, and the model's own. */
  | { readonly kind: 'context full' }
  | { readonly kind: 'failure'; readonly failure: ProviderFailure; readonly detail: string; readonly retries: number };

/**
 * Port: a model as an evaluation talks to it. It differs from the gateway's `Inference` in what it returns beside the
 * answer: when the first token came, the token ids, and the kind of a failure.
 */
export interface Endpoint {
  /** Throws only for what no retry can fix: a refused key, an unknown model. */
  ask(body: ChatRequest, signal?: AbortSignal): Promise<Reply>;
}
