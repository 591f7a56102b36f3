import { parseJson } from '../../json/parse-json.ts';
import { writeKeyDocument } from '../key-document.ts';
import type { Phrase } from './phrase.ts';

/**
 * The text of a key file that was made from a phrase, as Bittensor's tools write it: the words stand beside the seed.
 * With a passphrase only the seed is kept, since the words say no more than it does.
 */
export function writePhraseDocument({ words, seed }: Phrase, passphrase?: string): string {
  const text = writeKeyDocument(seed, passphrase);
  if (passphrase !== undefined) return text;
  const document = parseJson(text);
  if (!document.ok) throw new TypeError('a key document is JSON');
  return `${JSON.stringify({ ...(document.value as object), secretPhrase: words })}\n`;
}
