import type { ShownProduct } from '../reading/shown-products.ts';

const MAX_PROMPTS = 3;
const ENTRY =
  /^[^\p{L}\p{N}\n]{0,4}(?:option |candidate |item |product |no\.? ?|#)?(\d{1,2})[^\p{L}\p{N}\n]{1,4}(.{3,400})$/gimu;

/** Reads the numbered list of products in the newest texts of a prompt. Maps each number to its product id. */
export function readMenu(prompt: readonly string[], products: readonly ShownProduct[]): ReadonlyMap<string, string> {
  for (const text of prompt.slice(-MAX_PROMPTS).toReversed()) {
    const menu = new Map<string, string>();
    for (const [, number, entry] of text.matchAll(ENTRY)) {
      const id = productOf(entry!, products);
      if (id !== undefined && !menu.has(number!)) menu.set(number!, id);
    }
    if (menu.size > 1) return menu;
  }
  return new Map();
}

const TITLE_BEGINNING = 24;

function productOf(entry: string, products: readonly ShownProduct[]): string | undefined {
  const byId = products.find(({ id }) => id.length > 3 && entry.includes(id));
  if (byId !== undefined) return byId.id;
  return products.find(({ title }) => title.length >= 8 && entry.includes(title.slice(0, TITLE_BEGINNING)))?.id;
}
