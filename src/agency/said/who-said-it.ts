import { stemOf } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';
import { wholeNumber } from '../probe/apply-change.ts';
import { readMenu } from '../probe/read-menu.ts';
import { contentWords } from '../reading/content-words.ts';
import { type Done, isAfter, type ReadCalls, type Said, samplesLike } from '../reading/read-calls.ts';
import { titleNamed } from '../reading/title-named.ts';
import { type Chosen, chosenAmong } from './chosen-among.ts';

/** The completion that had said what a program then did. This does not show who decided it. */
export interface SaidBefore {
  readonly done: Done;
  readonly said: Said | undefined;
}

/** A search counts as said by a model from this share of its words on, because harnesses cut, trim and add words. */
const SAID_SHARE = 0.75;

/** For each search, the earlier completion with the largest share of its words, the latest one if several have it. */
export function searchesSaid({ said, done }: ReadCalls): SaidBefore[] {
  const stems = new Map(said.map((each) => [each, new Set(wholeWords(each.text).map(stemOf))]));
  return done
    .filter(({ tool }) => tool === 'search')
    .map((search) => {
      const wanted = contentWords(search.q).map(stemOf);
      const before = said.filter((each) => isAfter(search, each)).toReversed();
      if (wanted.length === 0) return { done: search, said: before.find(({ text }) => saysBare(text, search)) };
      const share = (each: Said): number => wanted.filter((stem) => stems.get(each)!.has(stem)).length / wanted.length;
      const best = before.reduce<Said | undefined>(
        (found, each) => (found === undefined || share(each) > share(found) ? each : found),
        undefined,
      );
      return { done: search, said: best !== undefined && share(best) >= SAID_SHARE ? best : undefined };
    });
}

function saysBare(text: string, { q, shop }: Done): boolean {
  const bare = q.trim().toLowerCase();
  return bare === '' ? shop !== '' && text.includes(shop) : text.toLowerCase().includes(bare);
}

export interface RecommendationSaid {
  /**
   * `none`: nothing was recommended. `said`: models named every recommended product. `unsaid`: at least one was never
   * named. `overridden`: the last completion that names products names none of them. `picked`: the program picked from
   * several samples of one prompt without a vote.
   */
  readonly origin: 'none' | 'said' | 'unsaid' | 'overridden' | 'picked';
  /** Set if the last prompt for which a model named products has several samples. */
  readonly chosen?: Chosen | undefined;
  /** The first completion that named each product. */
  readonly first: readonly { readonly id: string; readonly said: Said }[];
  /** The last completion that named each product. */
  readonly last: readonly Said[];
}

export function recommendationSaid(calls: ReadCalls, recommended: readonly string[]): RecommendationSaid {
  if (recommended.length === 0) return { origin: 'none', first: [], last: [] };
  const products = calls.done.flatMap(({ shown }) => shown);
  // Models also recommend ids they made up. A program that passes them on follows its model.
  const shown = new Set([...products.map(({ id }) => id), ...recommended]);
  const named = calls.said.map((said) => ({ said, ids: productsNamed(said, products, shown) }));
  const first = recommended.flatMap((id) => {
    const naming = named.find(({ ids }) => ids.has(id));
    return naming === undefined ? [] : [{ id, said: naming.said }];
  });
  const lasts = recommended.flatMap((id) => named.findLast(({ ids }) => ids.has(id))?.said ?? []);
  if (first.length < recommended.length) return { origin: 'unsaid', first, last: lasts };
  const last = named.findLast(({ ids }) => ids.size > 0);
  const samples = last === undefined ? [] : samplesLike(last.said, calls);
  const chosen = chosenAmong(
    samples.flatMap(({ choices, prompt }) => choices.map((text) => productsNamed({ text, prompt }, products, shown))),
    recommended,
  );
  if (chosen !== undefined) return { origin: chosen.isPicked ? 'picked' : 'said', first, last: lasts, chosen };
  const isOverridden = last !== undefined && !recommended.some((id) => last.ids.has(id));
  return { origin: isOverridden ? 'overridden' : 'said', first, last: lasts };
}

function productsNamed(
  { text, prompt }: Pick<Said, 'text' | 'prompt'>,
  products: readonly { readonly id: string; readonly title: string }[],
  shown: ReadonlySet<string>,
): Set<string> {
  const ids = new Set((text.match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((id) => shown.has(id)));
  if (ids.size > 0 || text.length > 600) return ids;
  const byTitle = products.filter(({ title }) => titleNamed(text, title) !== undefined);
  if (byTitle.length > 0) return new Set(byTitle.map(({ id }) => id));
  const menu = readMenu(prompt, products);
  return new Set(Array.from(menu).flatMap(([number, id]) => (wholeNumber(number).test(text) ? [id] : [])));
}
