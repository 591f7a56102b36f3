import type { ChatRequest, ChatUsage } from '../chat/schema.ts';

/** Who answered, as the adapter saw it. Neither the agent nor what was offered to it decides this. */
export interface AnsweredBy {
  /** As the provider names it in its answer; the one that was asked for where the answer names none. */
  readonly model: string;
  /** Set where the answer does not name its model. */
  readonly unnamed?: true;
  /** An address without credentials, or `simulated` or `local` for models in this process. */
  readonly endpoint: string;
  readonly simulated: boolean;
}

/**
 * What may be changed in an answer. `word`: a word, everywhere in the answer. `product`: the id of a product that results
 * have shown. `bound`: a price. `page`: of a search. `choice`: the number of a product in a list.
 */
export const CHANGE_KINDS = ['word', 'product', 'bound', 'page', 'choice'] as const;

/** One thing that was changed in what a model said, to see whether the program does something else then. */
export interface AnswerChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly from: string;
  /** The answer did not contain it before, so the change can be undone. */
  readonly to: string;
  /** The products that the numbers of a `choice` stand for. */
  readonly products?: { readonly from: string; readonly to: string };
}

export interface ChatAnswer {
  /** What the provider said, after retries. */
  readonly status: number;
  /** The provider's bytes as UTF-8 text, unchanged: encoding it again gives the same bytes. */
  readonly body: string;
  /** `null` when the answer does not say. */
  readonly usage: ChatUsage | null;
  /** The delay that the provider asks for before another request, where it asks for one. */
  readonly retryAfterSeconds?: number;
  readonly answeredBy: AnsweredBy;
  /** Set in probe attempts where the answer is not what the model said. */
  readonly changed?: AnswerChange;
}

export interface ChatOptions {
  /** Used for this call in place of the adapter's own key. */
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
  /** Requests in place of the adapter's own number; 1 for a caller that retries itself. */
  readonly attempts?: number;
}

/** Port: models that answer. */
export interface Inference {
  /** Whatever the provider answered, errors included. Throws `INFERENCE_FAILED` only when there is no answer at all. */
  chat(body: ChatRequest, options?: ChatOptions): Promise<ChatAnswer>;
  /** The ids served. */
  models(): Promise<readonly string[]>;
}
