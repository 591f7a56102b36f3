import {
  ALL_SUBJECTS,
  AROUND_PHRASES,
  BOTH_SUBJECTS,
  CLOSINGS,
  FIRST_ASKS,
  LATER_ASKS,
  LIST_ASKS,
  MODALS,
  ONE_SHOP_SENTENCES,
  ORDINAL_OPENINGS,
  ORDINALS,
  PRICE_PHRASES,
  SAME_COLOUR,
  SEVERAL_SENTENCES,
} from '../language/grammar.ts';
import { BRAND_PHRASES } from '../language/shared-phrases.ts';
import { ONE_SHOP_REQUESTS, VOUCHER_FRAMES, VOUCHER_SCOPES } from '../synthesis/voucher-phrases.ts';
import { isNumberWord } from './number-words.ts';
import { numbersOf } from './request-numbers.ts';
import type { RequestText } from './request-text.ts';
import { requestWords } from './request-words.ts';

/**
 * Equal for two requests in our language that ask for the same goods with the same facts and numbers, whatever the
 * wording. Words that the reader cannot interpret, such as a brand name, become part of the key as written. `undefined`
 * for other texts and for requests that only name goods.
 */
export function requestKey({ words, phrases }: RequestText): string | undefined {
  const items = phrases.filter(({ meanings }) => meanings.some(({ opens }) => opens)).length;
  if (items === 0) return undefined;
  const facts = new Set<string>();
  const unread: string[] = [];
  let place = 0;
  for (const { start, end, meanings } of phrases) {
    unread.push(...words.slice(place, start), PHRASE);
    place = end;
    for (const { fact } of meanings) if (fact !== undefined) facts.add(fact);
  }
  unread.push(...words.slice(place));
  // An amount inside a phrase belongs to its fact, which may also be stated with another amount or with none. A single
  // digit numbers the rules of a voucher or counts the items.
  const written = numbersOf(unread).map(([each]) => each!);
  const numbers = new Set(written.filter((each) => !/^#\d$/.test(each)));
  if (facts.size + numbers.size <= items) return undefined;
  const rest = unread.filter(
    (word) => word !== PHRASE && !frameWords().has(word) && !isNumberWord(word) && !/^\d/.test(word),
  );
  return JSON.stringify([...[facts, numbers, new Set(rest)].map((part) => [...part].sort())]);
}

/** Placeholder for a recognised phrase, so that the words around it are not read as one number. */
const PHRASE = '';

let frame: ReadonlySet<string> | undefined;

/** Words of the sentence templates; they do not describe what is wanted. */
function frameWords(): ReadonlySet<string> {
  frame ??= new Set(
    [
      ...FIRST_ASKS,
      ...LATER_ASKS,
      ...LIST_ASKS,
      ...MODALS.flat(),
      ...ORDINALS,
      ...ORDINAL_OPENINGS,
      ...BOTH_SUBJECTS,
      ...ALL_SUBJECTS,
      ...ONE_SHOP_SENTENCES,
      ...CLOSINGS,
      ...Object.values(PRICE_PHRASES).flat(),
      ...AROUND_PHRASES,
      ...SEVERAL_SENTENCES,
      ...BRAND_PHRASES,
      ...VOUCHER_FRAMES,
      ...ONE_SHOP_REQUESTS,
      ...Object.values(VOUCHER_SCOPES).flat(),
      SAME_COLOUR,
      'here is the catch a an the and or of fixed percentage discount with cap',
    ].flatMap(requestWords),
  );
  return frame;
}
