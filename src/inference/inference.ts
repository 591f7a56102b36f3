/** One turn of a conversation, in OpenAI's wire names. Tools and pictures make `content` more than a text. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null | readonly unknown[];
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
}

/** An OpenAI chat-completions body in its wire names. Fields nobody here knows are kept and sent on. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly unknown[];
  readonly [field: string]: unknown;
}

export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface ChatAnswer {
  /** What the provider said, after retries. */
  readonly status: number;
  /** The provider's bytes as UTF-8 text, unchanged: encoding it again gives the same bytes. */
  readonly body: string;
  /** `null` when the answer does not say. */
  readonly usage: ChatUsage | null;
}

export interface ChatOptions {
  /** Used for this call in place of the adapter's own key. */
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
}

/** Port: models that answer. */
export interface Inference {
  /** Whatever the provider answered, errors included. Throws `INFERENCE_FAILED` only when there is no answer at all. */
  chat(body: ChatBody, options?: ChatOptions): Promise<ChatAnswer>;
  /** The ids served. */
  models(): Promise<readonly string[]>;
}
