/** One turn of a conversation with a model. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** Port: a model that answers. */
export interface Inference {
  /** The text of the answer; a fault when there is none. */
  complete(request: ChatRequest): Promise<string>;
}
