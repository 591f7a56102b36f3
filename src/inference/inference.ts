import type { ChatRequest, ChatUsage } from '../chat/schema.ts';

/** Who answered, as seen by the adapter. It depends neither on the agent nor on the models offered to it. */
export interface AnsweredBy {
  /** The name in the provider's answer; the requested name if the answer has none. */
  readonly model: string;
  /** Set if the answer does not name its model. */
  readonly unnamed?: true;
  /** An address without credentials, or `simulated` or `local` for models in this process. */
  readonly endpoint: string;
  readonly simulated: boolean;
}

/**
 * What can be changed in an answer. `word`: a word, everywhere in the answer. `product`: a product id that results have
 * shown. `bound`: a price. `page`: the page of a search. `choice`: the number of a product in a list. `title`: the
 * title of a product, for models that name products by title.
 */
export const CHANGE_KINDS = ['word', 'product', 'bound', 'page', 'choice', 'title'] as const;

/** One change to a model's answer, made to see whether the program then acts differently. */
export interface AnswerChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly from: string;
  /** Does not occur in the original answer, so the change can be undone. */
  readonly to: string;
  /** The products that the two numbers of a `choice` or the two texts of a `title` refer to. */
  readonly products?: { readonly from: string; readonly to: string };
}

export interface ChatAnswer {
  /** The provider's status, after retries. */
  readonly status: number;
  /** The provider's bytes as UTF-8 text, unchanged: encoding it again gives the same bytes. */
  readonly body: string;
  /** `null` if the answer does not report it. */
  readonly usage: ChatUsage | null;
  /** The delay that the provider requests before another request, if it requests one. */
  readonly retryAfterSeconds?: number;
  readonly answeredBy: AnsweredBy;
  /** Set in probe attempts if the answer differs from the model's. */
  readonly changed?: AnswerChange;
}

export interface ChatOptions {
  /** Replaces the adapter's own key for this call. */
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
  /** Replaces the adapter's number of attempts; 1 for a caller that retries by its own rules. */
  readonly attempts?: number;
}

/** Port: answers chat requests with models. */
export interface Inference {
  /**
   * Returns any answer of the provider, errors included. Throws `INFERENCE_FAILED` only if there is no answer at all.
   */
  chat(body: ChatRequest, options?: ChatOptions): Promise<ChatAnswer>;
  /** Ids of the models served. */
  models(): Promise<readonly string[]>;
}
