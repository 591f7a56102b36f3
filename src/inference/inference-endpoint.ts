import { type Endpoint, judgeStatus, modelUnknown, type Reply } from '../chat/client.ts';
import { parseResponse } from '../chat/parse-response.ts';
import { readTokens } from '../chat/read-tokens.ts';
import type { ChatRequest } from '../chat/schema.ts';
import type { Inference } from './inference.ts';

/**
 * Lets an evaluation use a model in this process: a simulated model or a recording. The response time of such a model
 * is meaningless, so none is reported, and a report is the same on every machine.
 */
export class InferenceEndpoint implements Endpoint {
  readonly #inference: Inference;

  constructor(inference: Inference) {
    this.#inference = inference;
  }

  async ask(body: ChatRequest): Promise<Reply> {
    const answer = await this.#inference.chat(body);
    if (answer.status < 200 || answer.status > 299) {
      const meaning = judgeStatus(answer.status, answer.body);
      if (meaning.kind === 'context full') return meaning;
      if (meaning.kind !== 'failure') throw modelUnknown('The house', body.model, answer.body);
      const detail = `it answered ${answer.status}: ${answer.body.slice(0, 200)}`;
      return { kind: 'failure', failure: meaning.failure, detail, retries: 0 };
    }
    const parsed = parseResponse(answer.body);
    if (!parsed.ok) return { kind: 'failure', failure: 'malformed answer', detail: parsed.reason, retries: 0 };
    const tokens = readTokens(parsed.response);
    const completion = { ...parsed.completion, tokens, secondsToFirst: null, seconds: null };
    return { kind: 'completion', completion, retries: 0 };
  }
}
