import { isFiller } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';
import type { Listing } from '../reading/conversation.ts';
import type { Wish } from '../reading/wish.ts';
import type { RequestContext } from '../request-context.ts';
import { judge } from './judge-candidates.ts';

/** Index of the listing that matches the wish best. A model that takes the first hit returns the first. */
export function chooseCandidate(
  context: RequestContext,
  listings: readonly Listing[],
  texts: readonly string[],
): number {
  const wish = wishOf(context);
  if (context.errorProfile.mistakes.some(({ kind }) => kind === 'takes first hit' || kind === 'gives up')) return 0;
  const scores = listings.map((listing, place) => {
    const judgement = judge(wish, listing);
    return judgement.score + (judgement.fits ? 2 : 0) + 0.5 * sharedWords(wish, texts[place] ?? '');
  });
  return scores.indexOf(Math.max(...scores));
}

/** Prompts that ask for a choice are about one item; with several wishes, the first is used. */
export function wishOf({ shopping }: RequestContext): Wish {
  return shopping.wishes[0]!;
}

function sharedWords({ words }: Wish, text: string): number {
  const wanted = words.filter((word) => !isFiller(word));
  const shown = new Set(wholeWords(text.slice(0, 20_000)));
  return wanted.length === 0 ? 0 : wanted.filter((word) => shown.has(word)).length / wanted.length;
}
