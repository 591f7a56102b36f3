import type { ChatRequest } from '../chat/schema.ts';
import type { ChatAnswer, ChatOptions, Inference } from './inference.ts';

export const HOUSE_PREFIX = 'house/';

/** House models for ids that begin with `house/`, the endpoint for every other. Without an endpoint, only the house. */
export class RoutedInference implements Inference {
  readonly #house: Inference;
  readonly #endpoint: Inference | undefined;

  constructor(house: Inference, endpoint?: Inference) {
    this.#house = house;
    this.#endpoint = endpoint;
  }

  async chat(body: ChatRequest, options: ChatOptions = {}): Promise<ChatAnswer> {
    if (this.#endpoint !== undefined && !body.model.startsWith(HOUSE_PREFIX)) return this.#endpoint.chat(body, options);
    // A key is for the provider it was given for; the house has no use for it.
    return this.#house.chat(body, options.signal && { signal: options.signal });
  }

  async models(): Promise<readonly string[]> {
    const lists = await Promise.all([this.#house.models(), this.#endpoint?.models() ?? []]);
    return lists.flat();
  }
}
