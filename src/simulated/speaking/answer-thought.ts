import { counted } from '../../text/counted.ts';
import { type Judgement, judge } from '../deciding/judge-candidates.ts';
import { productsInPrompt } from '../reading/candidates-in-prompt.ts';
import type { Listing } from '../reading/conversation.ts';
import type { ModelRequest } from '../reading/message.ts';
import { mergeListings } from '../reading/read-listings.ts';
import type { Wish } from '../reading/wish.ts';
import type { RequestContext } from '../request-context.ts';
import { nameListing, nameWish } from './narrate.ts';
import { shorten } from './shorten.ts';
import { type Spoken, saying } from './spoken.ts';

const MAX_TOKENS = 200;

/** A thought about a step that the program chose: what the results show and how the candidates compare. */
export function answerThought(context: RequestContext, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const said = [stepOf(latest), ...comparison(context, latest)].join(' ');
  return saying(shorten(said, Math.min(MAX_TOKENS, request.maxTokens)));
}

function stepOf(prompt: string): string {
  const step = /\bthe assistant (?:now |just )?([^\n]{3,160}?)[.:]?(?: results?:|\n|$)/iu.exec(prompt)?.[1];
  return step === undefined ? 'I look at what the last step showed.' : `This step ${step.replace(/\.$/, '')}.`;
}

function comparison({ shopping }: RequestContext, prompt: string): string[] {
  const seen = new Map<string, Listing>();
  for (const listing of productsInPrompt(prompt)) seen.set(listing.id, mergeListings(seen.get(listing.id), listing));
  if (seen.size === 0) {
    const ids = /"product_ids?": ?"([\d, ]{1,200})"/.exec(prompt)?.[1];
    const wanted = shopping.wishes.map(nameWish).join('; ');
    return [
      `The shopper asked for ${wanted}.`,
      ids === undefined ? 'The results name no product.' : `It is about ${ids}.`,
    ];
  }
  const rankings = shopping.wishes.map((wish) => ({
    wish,
    ranked: Array.from(seen.values(), (listing) => judge(wish, listing)).toSorted(byScore),
  }));
  const { wish, ranked } = rankings.toSorted((left, right) => byScore(left.ranked[0]!, right.ranked[0]!))[0]!;
  return [`The results show ${counted(seen.size, 'product')}.`, compare(wish, ranked[0]!, ranked[1])];
}

function byScore(left: Judgement, right: Judgement): number {
  return right.score - left.score;
}

function compare(wish: Wish, best: Judgement, other: Judgement | undefined): string {
  const pairs = best.met.slice(0, 3).map((pair) => pair.join(' '));
  const reason = pairs.length > 0 ? `has ${pairs.join(', ')}` : 'is nearest';
  const first = `For ${nameWish(wish)}, ${nameListing(best.listing)} ${reason}`;
  if (other === undefined) return `${first}.`;
  const missing =
    other.missingName.length > 0 ? `does not say "${other.missingName.join(' ')}"` : 'shows no more than that';
  return `${first}, which makes it better than ${nameListing(other.listing)}: that one ${other.against[0] ?? missing}.`;
}
