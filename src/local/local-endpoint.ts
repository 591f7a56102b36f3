import type { Endpoint, Reply } from '../chat/client.ts';
import type { ChatRequest } from '../chat/schema.ts';
import { Fault } from '../fault/fault.ts';
import { InferenceEndpoint } from '../inference/inference-endpoint.ts';
import type { LocalModel } from './open-local-model.ts';

/** A local model as an evaluation endpoint, with a timeout and the duration of each answer. */
export class LocalEndpoint implements Endpoint {
  readonly #model: LocalModel;
  readonly #timeoutMilliseconds: number;

  constructor(model: LocalModel, timeoutMilliseconds: number) {
    this.#model = model;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  async ask(body: ChatRequest, given?: AbortSignal): Promise<Reply> {
    const timeout = AbortSignal.timeout(this.#timeoutMilliseconds);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const model = this.#model;
    const limited = { chat: (each: ChatRequest) => model.chat(each, { signal }), models: () => model.models() };
    const started = performance.now();
    try {
      const reply = await new InferenceEndpoint(limited).ask(body);
      if (reply.kind !== 'completion') return reply;
      const seconds = (performance.now() - started) / 1000;
      // The answer is not streamed.
      return { ...reply, completion: { ...reply.completion, seconds, secondsToFirst: null } };
    } catch (error) {
      given?.throwIfAborted();
      if (!Fault.isInstance(error) || error.code !== 'INFERENCE_FAILED') throw error;
      const failure = timeout.aborted ? 'timed out' : 'server error';
      return { kind: 'failure', failure, detail: error.message, retries: 0 };
    }
  }
}
