import { wishOf } from '../deciding/choose-candidate.ts';
import { judge } from '../deciding/judge-candidates.ts';
import type { Mind } from '../mind.ts';
import { productsInPrompt, readListing } from '../reading/candidates-in-prompt.ts';
import type { ModelRequest } from '../reading/message.ts';
import { type Spoken, saying } from './spoken.ts';

const PRODUCT = /(?:^|\n)[ \t]*(?:product|candidate|item|listing)\b[^:\n]{0,30}:[ \t]*(.{1,20000})/iu;

/** Whether the product in the prompt is what the shopper wants. Without a product there is nothing to say yes to. */
export function answerYesNo(mind: Mind, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const described = PRODUCT.exec(latest)?.[1];
  const listing = productsInPrompt(latest)[0] ?? (described === undefined ? undefined : readListing(described, '1'));
  if (listing === undefined) return saying('no');
  const judgement = judge(wishOf(mind), listing);
  return saying(judgement.possible ? 'yes' : 'no');
}
