import { readResponse } from '../../../chat/read-response.ts';
import type { Call } from '../../../gateway/calls.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';

/** What the tool calls of one completion show about its use of results, regardless of its text. */
export interface Decisions {
  /** Whether a call uses something that results had shown: a product to open or recommend, a shop to search in. */
  readonly actsOnResults: boolean;
  /** Products that it inspects more closely, with any tool. */
  readonly opened: ReadonlySet<SeenProduct>;
}

const IDS = /\d{4,20}/g;

/** @param seen The products seen when the model was called. */
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

/** Tools that search or finish and do not inspect a product. */
const ENDS: ReadonlySet<string> = new Set(['recommend_product', 'terminate', 'find_product']);
