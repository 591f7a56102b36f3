import type { ChatBody } from '../../inference/inference.ts';
import type { Reply } from './provider-failure.ts';

/**
 * Port: a model as an evaluation talks to it. It differs from the port of the gateway in what it tells beside the answer:
 * when the first token came, which tokens they were, and what kind of failure a failure was.
 */
export interface Endpoint {
  /** Throws only for what no second try mends: a key that is refused, a model that is not there. */
  ask(body: ChatBody, signal?: AbortSignal): Promise<Reply>;
}
