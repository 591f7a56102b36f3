import { readResponse } from '../../../chat/read-response.ts';
import type { Call } from '../../../gateway/calls.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';

/** What the calls in one completion show about results, without a word of the model. */
export interface Decisions {
  /** Something that results had shown: a product to open or recommend, a shop to search in. */
  readonly actsOnResults: boolean;
  /** Products that it looks at more closely, by whatever tool. */
  readonly opened: ReadonlySet<SeenProduct>;
}

const IDS = /\d{4,20}/g;

/** @param seen As it was when the model was asked. */
export function readDecisions({ response }: Call, seen: SeenProducts): Decisions {
  const opened = new Set<SeenProduct>();
  let actsOnResults = false;
  for (const { name, arguments: given } of readResponse(response)?.toolCalls ?? []) {
    for (const number of given.match(IDS) ?? []) {
      const product = seen.products.get(number);
      actsOnResults ||= product !== undefined || seen.shops.has(number);
      if (product !== undefined && !ENDS.has(name)) opened.add(product);
    }
  }
  return { actsOnResults, opened };
}

/** These settle the matter and look at nothing. */
const ENDS: ReadonlySet<string> = new Set(['recommend_product', 'terminate', 'find_product']);
