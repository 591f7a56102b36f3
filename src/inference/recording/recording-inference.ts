import { appendFileSync } from 'node:fs';
import type { ChatRequest } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import { storageFault } from '../../store/files.ts';
import type { ChatAnswer, ChatOptions, Inference } from '../inference.ts';
import { type RecordedChat, requestHash } from './recorded-chat.ts';

/**
 * Passes everything on and keeps it in a file for `ReplayInference`. Calls that brought no answer are kept too, or the
 * answers after them would be replayed too early; aborted calls are not, because their end is unknown.
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

  /** In one write, so that recordings of calls that end together do not mix. */
  #append(chat: RecordedChat): void {
    try {
      appendFileSync(this.#file, `${JSON.stringify(chat)}\n`, { mode: 0o600 });
    } catch (error) {
      throw storageFault(error, `recording a model's answer in ${this.#file}`);
    }
  }
}
