import type { Endpoint, Reply } from '../../chat/client.ts';
import { contentText } from '../../chat/content-text.ts';
import type { FunctionCall } from '../../chat/read-response.ts';
import type { ChatRequest } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { floorProducts } from '../../problems/floors.ts';
import type { Floor } from '../../problems/problem.ts';

/**
 * A policy without a model in place of a model: it reads the request, recommends and terminates. Its run uses the same
 * harness, rules and report as a model's, so the two can be compared row by row. It searches directly, as when the
 * suite was checked. Then it opens the products it found, because rules count only products that a tool has shown.
 */
export class PolicyEndpoint implements Endpoint {
  readonly #floor: Floor;
  readonly #search: EmbeddedSearch;

  constructor(floor: Floor, market: MarketIndex) {
    this.#floor = floor;
    this.#search = EmbeddedSearch.attach(market.share());
  }

  async ask({ messages }: ChatRequest): Promise<Reply> {
    const asked = messages.find((message) => ownField(message, 'role') === 'user');
    const products = floorProducts(this.#floor, this.#search, contentText(ownField(asked, 'content')));
    const ids = products.map(({ product_id }) => product_id).join(',');
    const found = ids === '' ? [] : ['view_product_information', 'recommend_product'];
    const end = callOf('terminate', { status: ids === '' ? 'failure' : 'success' });
    return {
      kind: 'completion',
      retries: 0,
      completion: {
        text: '',
        reasoning: '',
        refusal: '',
        toolCalls: [...found.map((name) => callOf(name, { product_ids: ids })), end],
        finishReason: 'tool_calls',
        usage: { prompt_tokens: 0, completion_tokens: 0 },
        model: `policy/${this.#floor}`,
        tokens: { prompt: null, completion: null, logProbabilities: null },
        secondsToFirst: null,
        seconds: null,
      },
    };
  }
}

function callOf(name: string, given: object): FunctionCall {
  return { id: `call_${name}`, name, arguments: JSON.stringify(given) };
}
