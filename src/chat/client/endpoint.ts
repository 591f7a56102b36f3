import type { ChatCompletion } from '../read-response.ts';
import type { TokenTrace } from '../read-tokens.ts';
import type { ChatRequest } from '../schema.ts';
import type { ProviderFailure } from './provider-failure.ts';

/** A completion with the data that evaluation and training need. */
export interface MeasuredCompletion extends ChatCompletion {
  readonly tokens: TokenTrace;
  /** Time from the request to the first and to the last token; `null` if meaningless, as for a simulated model. */
  readonly secondsToFirst: number | null;
  readonly seconds: number | null;
}

/** Result of one model request, including retries. */
export type Reply =
  | { readonly kind: 'completion'; readonly completion: MeasuredCompletion; readonly retries: number }
  /**
   * The conversation no longer fits into the model's context window. This is a regular ending, attributed to the model.
   */
  | { readonly kind: 'context full' }
  | { readonly kind: 'failure'; readonly failure: ProviderFailure; readonly detail: string; readonly retries: number };

/**
 * Port: a model as seen by an evaluation. Unlike the gateway's `Inference`, it also returns the time of the first
 * token, the token ids and the kind of a failure.
 */
export interface Endpoint {
  /** Throws only if no retry can help: a rejected key, an unknown model. */
  ask(body: ChatRequest, signal?: AbortSignal): Promise<Reply>;
}
