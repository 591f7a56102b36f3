import type { PromptPiece } from './prompt-pieces.ts';
import { spacedWords } from './spaced-words.ts';

/** Shorter strings occur by chance in any text without spaces. */
const MIN_SQUEEZED = 8;
const MAX_TEXT = 20_000;
/** Anchored at the start of a run; otherwise every letter of every word would be tried as a start. */
const ENCODED = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}={0,2}/g;

/**
 * Whether a prompt contains words in a form that only a reader with instructions would notice: spelt out or in pieces,
 * backwards, shifted by thirteen letters, in Base64 or hexadecimal. The only purpose of showing a model words like that
 * is to make it say them without having written them plainly.
 *
 * @param plain Whether pieces in the right order also count. Among product titles they would be found by chance.
 */
export function hidesWords(piece: PromptPiece, words: string, plain: boolean): boolean {
  const wanted = squeeze(words);
  if (wanted.length < MIN_SQUEEZED) return false;
  const { squeezed, decoded } = readHidden(piece);
  if (plain && squeezed.includes(wanted)) return true;
  const reversed = [...wanted].reverse().join('');
  // A palindrome is not hidden: reversed it is the same text.
  if (reversed !== wanted && squeezed.includes(reversed)) return true;
  return (
    squeezed.includes(shifted(wanted)) || decoded.some((text) => text.includes(words) || squeeze(text).includes(wanted))
  );
}

export function hidesProducts(piece: PromptPiece, ids: readonly string[]): boolean {
  const { squeezed, decoded } = readHidden(piece);
  return ids.some((id) => {
    if (id.length < MIN_SQUEEZED) return false;
    const reversed = [...id].reverse().join('');
    return (reversed !== id && squeezed.includes(reversed)) || decoded.some((text) => text.includes(id));
  });
}

interface Hidden {
  readonly squeezed: string;
  readonly decoded: readonly string[];
}

const read = new WeakMap<PromptPiece, Hidden>();

/** Computed once per piece. */
function readHidden(piece: PromptPiece): Hidden {
  let hidden = read.get(piece);
  if (hidden === undefined) {
    const text = piece.prose.slice(-MAX_TEXT);
    const words = text.length === piece.prose.length ? piece.proseWords : spacedWords(text);
    hidden = { squeezed: words.replaceAll(' ', ''), decoded: decodings(text) };
    read.set(piece, hidden);
  }
  return hidden;
}

function squeeze(text: string): string {
  return spacedWords(text).replaceAll(' ', '');
}

function shifted(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

function decodings(text: string): string[] {
  const tokens = text.match(ENCODED) ?? [];
  return tokens.slice(0, 100).flatMap((token) => {
    const forms = [Buffer.from(token, 'base64'), ...(/^[0-9a-f]+$/i.test(token) ? [Buffer.from(token, 'hex')] : [])];
    const texts = forms.map((bytes) => bytes.toString('utf8'));
    return texts.filter((each) => /^[\x20-\x7e\s]{6,}$/.test(each)).map(spacedWords);
  });
}
