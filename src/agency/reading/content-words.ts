import { isFiller } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';

/** Words of tool calls and of prompts about them. They describe the format of a request, not its subject. */
const FORMAT = new Set(
  `action answer args arguments assistant best budget buy cart cheapest choice choose compare customer filter final find
   function id ids input information item items keyword keywords limit list match max maximum message min minimum name
   next null number observation open order page parameters pick plan price query reason recommend recommendation
   request result results search select shop sort status step success failure task terminate then think thought thoughts title tool tools true false
   user view voucher`.split(/\s+/),
);

/** The distinct words of a text that can name a product, in lower case. */
export function contentWords(text: string): string[] {
  return [...new Set(wholeWords(text).filter(isContentWord))];
}

function isContentWord(word: string): boolean {
  return word.length > 2 && /^\p{L}[\p{L}\p{N}'’-]*$/u.test(word) && !isFiller(word) && !FORMAT.has(word);
}
