import { readMenu } from '../../../agency/reading.ts';
import { readResponse } from '../../../chat/read-response.ts';
import type { Call } from '../../../gateway/calls.ts';
import type { Asked } from '../gates/asked.ts';
import type { Menu } from '../gates/find-mentions.ts';
import { Reading } from '../gates/reading.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';

/** The products that a completion names, in thoughts and in calls. */
export interface Naming {
  /** How often each product is named. An id with its title next to it counts once. */
  readonly counts: ReadonlyMap<SeenProduct, number>;
  /** The products of the last sentence that names any. */
  readonly last: ReadonlySet<SeenProduct>;
  /** The product that is named last. */
  readonly final: SeenProduct | undefined;
}

/** Maximum number of tokens between an id and its title. */
const BESIDE = 4;
const LONGEST_NUMBER_ANSWER = 600;
const MAX_TEXT = 100_000;

export function readNaming(full: string, seen: SeenProducts, asked: Asked, menu: Menu): Naming {
  const reading = new Reading(full.slice(0, MAX_TEXT), seen, asked, menu);
  const counts = new Map<SeenProduct, number>();
  const { named } = reading.mentions;
  for (const [place, { product, from }] of named.entries()) {
    const before = named[place - 1];
    if (before?.product === product && from - before.to < BESIDE && reading.areTogether(before.from, from)) continue;
    counts.set(product, (counts.get(product) ?? 0) + 1);
  }
  if (counts.size === 0 && full.length <= LONGEST_NUMBER_ANSWER) {
    for (const { kind, text } of reading.tokens) {
      const product = kind === 'number' ? menu.get(text) : undefined;
      if (product !== undefined) counts.set(product, 1);
    }
    return { counts, last: new Set(counts.keys()), final: undefined };
  }
  const lastAt = named.at(-1)?.from;
  const last = lastAt === undefined ? [] : reading.mentionsIn(reading.sentenceNumber(lastAt));
  return { counts, last: new Set(last.map(({ product }) => product)), final: named.at(-1)?.product };
}

/** The text of a completion, followed by the calls it makes. */
export function fullText(call: Call, text: string): string {
  const calls = readResponse(call.response)?.toolCalls ?? [];
  return [text, ...calls.map(({ name, arguments: given }) => `${name} ${given}`)].join('\n');
}

/** Whether a completion itself contains the call that recommends these products. */
export function recommends(full: string, ids: ReadonlySet<string>): boolean {
  const at = full.lastIndexOf('recommend_product');
  if (at === -1 || ids.size === 0) return false;
  const call = full.slice(at, at + 2_000);
  return Array.from(ids).every((id) => call.includes(id));
}

/** Reads the numbered list of products in a prompt. */
export function menuOf(prompt: readonly string[], seen: SeenProducts): Menu {
  const products = Array.from(seen.products.values(), ({ id, rawTitle }) => ({ id, title: rawTitle }));
  const menu = readMenu(prompt, products);
  return new Map(Array.from(menu, ([number, id]) => [number, seen.products.get(id)!]));
}
