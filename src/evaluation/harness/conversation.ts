import type { ChatCompletion } from '../../chat/read-response.ts';
import type { ChatMessage } from '../../chat/schema.ts';
import type { Harness } from './harness.ts';
import type { MadeCall } from './read-turn.ts';

export interface AnsweredCall {
  readonly call: MadeCall;
  readonly observation: string;
}

const REMINDER = 'Use the tools: search, make sure, call recommend_product, then terminate.';

/** The messages of one episode in the harness's format. Answers go back to the model unchanged. */
export class Conversation {
  readonly #harness: Harness;
  readonly #messages: ChatMessage[];

  constructor(harness: Harness, query: string) {
    this.#harness = harness;
    this.#messages = [
      { role: 'system', content: harness.system },
      { role: 'user', content: query },
    ];
  }

  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  /** Adds an answer with calls, and their results. */
  addTurn(completion: ChatCompletion, answered: readonly AnsweredCall[]): void {
    if (completion.toolCalls.length === 0 || this.#harness.form === 'tagged') this.#addTagged(completion, answered);
    else this.#addNative(completion, answered);
  }

  /** Adds an answer without calls. */
  addIdle(completion: ChatCompletion): void {
    this.#messages.push({ role: 'assistant', content: completion.text }, { role: 'user', content: REMINDER });
  }

  #addNative({ text }: ChatCompletion, answered: readonly AnsweredCall[]): void {
    this.#messages.push({
      role: 'assistant',
      content: text,
      tool_calls: answered.map(({ call }) => ({
        id: call.id,
        type: 'function',
        // Chat templates parse the arguments of earlier turns, and many servers fail on invalid JSON. The error message
        // shows the model what it wrote.
        function: { name: call.name, arguments: call.parameters === null ? '{}' : call.written.trim() || '{}' },
      })),
    });
    for (const { call, observation } of answered)
      this.#messages.push({ role: 'tool', tool_call_id: call.id, content: observation });
  }

  #addTagged(completion: ChatCompletion, answered: readonly AnsweredCall[]): void {
    const observations = answered.map(({ observation }) => observation).join(',');
    this.#messages.push(
      { role: 'assistant', content: completion.text },
      { role: 'user', content: `<obs>[${observations}]</obs>` },
    );
  }
}
