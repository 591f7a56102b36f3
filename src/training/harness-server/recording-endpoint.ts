import type { Endpoint, MeasuredCompletion, Reply } from '../../chat/client.ts';
import type { ChatRequest } from '../../chat/schema.ts';

export interface RecordedTurn {
  /** The conversation as it was sent. */
  readonly messages: readonly unknown[];
  readonly completion: MeasuredCompletion;
}

/**
 * Records every answer unchanged: a conversation repairs answers before it returns them to the model, but the reward
 * needs the original.
 */
export class RecordingEndpoint implements Endpoint {
  readonly turns: RecordedTurn[] = [];
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  async ask(body: ChatRequest, signal?: AbortSignal): Promise<Reply> {
    const messages = [...body.messages];
    const reply = await this.#endpoint.ask(body, signal);
    if (reply.kind === 'completion') this.turns.push({ messages, completion: reply.completion });
    return reply;
  }
}
