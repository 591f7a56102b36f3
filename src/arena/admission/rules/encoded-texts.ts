import { type Finding, finding, quote } from '../finding.ts';
import type { Subject, Text } from '../subject.ts';

const SHORTEST_HEX = 96;
const SHORTEST_BASE64 = 120;
const SHORTEST_ANY = 400;
/** Each piece alone is too short to distinguish from a name, but many pieces together are not. */
const PIECE = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w+/-]{24,}={0,2}$|^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/;
const FEWEST_PIECES = 4;
const PIECES_TOGETHER = 120;
const FEWEST_STRANGE = 48;
/**
 * Control characters, characters that represent bytes, and characters outside every alphabet. Accents are rare in any
 * language.
 */
const STRANGE = /[\x00-\x08\x0B-\x1F\x7F-\xFF\p{Co}\p{Cs}\p{Cn}]/gu;
const MANY_NUMBERS = 512;

/** Encoded texts: long runs without recognisable words. */
export function* encodedTexts({ facts, texts }: Subject): Generator<Finding> {
  const pieces: Text[] = [];
  for (const each of texts) {
    if (each.kind === 'number') {
      if (each.text === '') yield finding('ENCODED_LITERAL', each, 'A number has more than sixty digits.');
      continue;
    }
    const what = encoded(each);
    if (what !== undefined) yield finding('ENCODED_LITERAL', each, what);
    else if (each.kind !== 'comment' && PIECE.test(each.text) && wordShare(each.text) < MOST_WORDS) pieces.push(each);
  }
  const together = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (pieces.length >= FEWEST_PIECES && together >= PIECES_TOGETHER) {
    const message = `${pieces.length} texts such as ${quote(pieces[0]!.text)} look encoded.`;
    yield finding('ENCODED_LITERAL', pieces[0]!, message);
  }
  const numbers = facts.series.reduce((sum, { count }) => sum + count, 0);
  if (numbers >= MANY_NUMBERS) {
    yield finding('ENCODED_LITERAL', facts.series[0]!, `${numbers} numbers are in lists: weights, vectors or codes.`);
  }
}

function encoded({ text, kind }: Text): string | undefined {
  for (const [run] of text.matchAll(/[\w+/-]{96,}={0,2}/g)) {
    if (/^[0-9a-fA-F]+$/.test(run) && run.length >= SHORTEST_HEX && /\d/.test(run)) {
      return `${run.length} hexadecimal digits in a row.`;
    }
    const mixed = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run);
    if (run.length >= SHORTEST_BASE64 && mixed && wordShare(run) < MOST_WORDS) {
      return `${run.length} characters in a row look like base64.`;
    }
  }
  for (const [run] of text.matchAll(/[!-~]{400,}/g)) {
    if (run.length >= SHORTEST_ANY && wordShare(run) < MOST_WORDS && new Set(run).size > 12) {
      return `${run.length} characters in a row without words.`;
    }
  }
  if (text.length >= FEWEST_STRANGE) {
    const strange = text.match(STRANGE)?.length ?? 0;
    if (strange > text.length / 4) return `${text.length} ${kind === 'bytes' ? 'bytes' : 'characters'} are not text.`;
  }
  return undefined;
}

/**
 * In prompts, patterns and JSON, runs of four letters in one case make up at least a third; in encoded text almost
 * nothing.
 */
const MOST_WORDS = 0.25;

function wordShare(text: string): number {
  const inWords = text.match(/[a-z]{4,}|[A-Z]{4,}/g)?.reduce((sum, word) => sum + word.length, 0) ?? 0;
  return inWords / text.length;
}
