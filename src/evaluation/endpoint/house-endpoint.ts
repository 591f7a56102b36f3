import type { ChatBody, Inference } from '../../inference/inference.ts';
import type { Endpoint } from './endpoint.ts';
import { modelUnknown } from './endpoint-faults.ts';
import { judgeStatus } from './judge-status.ts';
import type { Reply } from './provider-failure.ts';
import { readCompletion } from './read-completion.ts';

/**
 * A model in this process, through the port of the gateway: those of the house, or a recording. How long such a model
 * takes says nothing about any model, so that it has no seconds; a report of it is the same on every machine.
 */
export class HouseEndpoint implements Endpoint {
  readonly #inference: Inference;

  constructor(inference: Inference) {
    this.#inference = inference;
  }

  async ask(body: ChatBody): Promise<Reply> {
    const answer = await this.#inference.chat(body);
    if (answer.status < 200 || answer.status > 299) {
      const meaning = judgeStatus(answer.status, answer.body);
      if (meaning.kind === 'context full') return meaning;
      if (meaning.kind !== 'failure') throw modelUnknown('The house', body.model, answer.body);
      const detail = `it answered ${answer.status}: ${answer.body.slice(0, 200)}`;
      return { kind: 'failure', failure: meaning.failure, detail, retries: 0 };
    }
    const read = readCompletion(answer.body);
    if (!read.ok) return { kind: 'failure', failure: 'malformed answer', detail: read.reason, retries: 0 };
    return { kind: 'completion', completion: { ...read.completion, secondsToFirst: null, seconds: null }, retries: 0 };
  }
}
