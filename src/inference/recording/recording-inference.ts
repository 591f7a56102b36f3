import { appendFileSync } from 'node:fs';
import type { ChatRequest } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import { storageFault } from '../../store/files.ts';
import type { ChatAnswer, ChatOptions, Inference } from '../inference.ts';
import { type RecordedChat, requestHash } from './recorded-chat.ts';

/**
 * Forwards every call and appends it to a file for `ReplayInference`. Calls without an answer are recorded too, because
 * otherwise later answers would be replayed too early. Aborted calls are not recorded: their outcome is unknown.
 */
export class RecordingInference implements Inference {
  readonly #inner: Inference;
  readonly #file: string;

  constructor(inner: Inference, file: string) {
    this.#inner = inner;
    this.#file = file;
  }

  async chat(body: ChatRequest, options: ChatOptions = {}): Promise<ChatAnswer> {
    const hash = requestHash(body);
    try {
      const answer = await this.#inner.chat(body, options);
      const { status, body: text, usage, answeredBy } = answer;
      const outcome = { status, body: text, usage, answered_by: answeredBy };
      this.#append({ hash, request: body as RecordedChat['request'], outcome });
      return answer;
    } catch (error) {
      if (Fault.isInstance(error) && error.code === 'INFERENCE_FAILED' && !options.signal?.aborted) {
        this.#append({ hash, request: body as RecordedChat['request'], outcome: { failure: error.message } });
      }
      throw error;
    }
  }

  models(): Promise<readonly string[]> {
    return this.#inner.models();
  }

  /** Uses a single write, so that lines of calls that end at the same time do not mix. */
  #append(chat: RecordedChat): void {
    try {
      appendFileSync(this.#file, `${JSON.stringify(chat)}\n`, { mode: 0o600 });
    } catch (error) {
      throw storageFault(error, `recording a model's answer in ${this.#file}`);
    }
  }
}
