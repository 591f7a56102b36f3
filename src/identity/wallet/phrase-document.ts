import { parseJson } from '../../json/parse-json.ts';
import { writeKeyDocument } from '../key-document.ts';
import type { Phrase } from './phrase.ts';

/**
 * The text of a key file for a phrase, as Bittensor's tools write it, with the words next to the seed. With a
 * passphrase only the seed is stored, since the words add no information.
 */
export function writePhraseDocument({ words, seed }: Phrase, passphrase?: string): string {
  const text = writeKeyDocument(seed, passphrase);
  if (passphrase !== undefined) return text;
  const document = parseJson(text);
  if (!document.ok) throw new TypeError('a key document is JSON');
  return `${JSON.stringify({ ...(document.value as object), secretPhrase: words })}\n`;
}
