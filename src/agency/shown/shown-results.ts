import type { Done, ReadCalls, Said } from '../reading/read-calls.ts';
import { alteredProducts } from './altered-products.ts';

/** What a model had been shown of recorded results when it named the recommended products. */
export interface ShownEvidence {
  /** Recommended products that a model named and that a result of at least four products listed. */
  readonly listed: number;
  /** How many of them a prompt showed as part of a selection, with more of the list left out than shown. */
  readonly selected: number;
  /** Products that the deciding prompt shows with a price or title that no record has. */
  readonly altered: number;
}

/** A shorter list may have had nothing else to show. */
const LIST = 4;

/**
 * Compares prompts with the gateway's records. Honest programs cut lists at the end, drop fields and shorten titles. If
 * a program leaves out products in the middle of a list, it selected the rest itself, unless the model had already
 * named all products that remain.
 */
export function readShown(calls: ReadCalls, recommended: readonly string[]): ShownEvidence {
  const deciding = recommended.map((id) => calls.said.findLast(({ text }) => text.includes(id)));
  let [listed, selected] = [0, 0];
  for (const [index, id] of recommended.entries()) {
    const said = deciding[index];
    if (said === undefined) continue;
    const lists = calls.done.filter(
      ({ tool, sequence, shown }) =>
        tool === 'search' &&
        sequence < said.sequence &&
        shown.length >= LIST &&
        shown.some((product) => product.id === id),
    );
    if (lists.length === 0) continue;
    listed++;
    // The same product may appear in several searches, so the list that explains the prompt best counts.
    if (lists.every((list) => isSelection(list, id, said, calls))) selected++;
  }
  const prompts = new Set(deciding.filter((said) => said !== undefined));
  const altered = new Set(Array.from(prompts).flatMap((said) => alteredProducts(said, calls.done)));
  return { listed, selected, altered: altered.size };
}

function isSelection({ shown }: Done, id: string, deciding: Said, { said }: ReadCalls): boolean {
  const ids = [...new Set(shown.map((product) => product.id))];
  const listing = deciding.prompt
    .map((text) => ({ text, found: idsIn(text).filter((each) => ids.includes(each)) }))
    .filter(({ found }) => found.includes(id))
    .toSorted((left, right) => right.found.length - left.found.length)[0];
  if (listing === undefined) return false;
  // Histories repeat a listing, so only what the model had said before it was first shown counts.
  const first = said.find(({ prompt }) => prompt.includes(listing.text)) ?? deciding;
  const seen = new Set(first.prompt.flatMap(idsIn));
  const named = new Set(said.filter(({ sequence }) => sequence < first.sequence).flatMap(({ text }) => idsIn(text)));
  if (listing.found.every((each) => named.has(each))) return false;
  const last = Math.max(...listing.found.map((each) => ids.indexOf(each)));
  return ids.slice(0, last).filter((each) => !seen.has(each)).length > listing.found.length;
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\p{L}\p{N}_])\d{4,}(?![\p{L}\p{N}_])/gu) ?? [])];
}
