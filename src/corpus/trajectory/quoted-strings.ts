import { parseJson } from '../../json/parse-json.ts';

/** Longer texts are read up to here. */
const MAX_TEXT = 100_000;
/** A request is at least a few words. Shorter strings are keys, ids and numbers. */
const MIN_STRING = 8;
/** JSON in a string of JSON in a string of JSON. */
const MAX_NESTING = 3;
/**
 * Every text between two quotes. Matches overlap, because a quote in prose before the JSON (24" wide) would otherwise
 * turn what is inside and outside of strings around. A quote after a backslash starts no match, so that each match
 * ends at the start of the next one at the latest and the time is linear; strings inside strings are read by decoding.
 */
const QUOTED = /(?<!\\)"(?=((?:[^"\\]|\\.)*)")/gs;

/**
 * Python prints a string in apostrophes unless it contains one and no quote. An apostrophe in prose does not follow a
 * bracket, a comma, a colon or an equals sign.
 */
const PRINTED = /(?<=[[{(,:=]\s{0,3})'(?=((?:[^'\\]|\\.)*)'\s{0,3}[\]}),:])/gs;
const PYTHON_ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;
const PYTHON_LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * The strings of JSON, or of a value printed by Python, anywhere in a text: the whole text, a part of it, in a string of
 * other JSON, or cut off. No document is parsed, so neither depth nor an unclosed bracket matters. Escapes are decoded.
 */
export function* quotedStrings(text: string, nesting = MAX_NESTING): Generator<string> {
  for (const [, written] of text.slice(0, MAX_TEXT).matchAll(QUOTED)) {
    if (written!.length < MIN_STRING) continue;
    const json = parseJson(`"${written}"`);
    // Programs that build JSON by hand write line breaks inside quotes, and Python has escapes of its own.
    const read = json.ok ? String(json.value) : decodePython(written!);
    yield read;
    if (nesting > 1 && read !== written && /["']/.test(read)) yield* quotedStrings(read, nesting - 1);
  }
  for (const [, written] of text.slice(0, MAX_TEXT).matchAll(PRINTED)) {
    if (written!.length >= MIN_STRING) yield decodePython(written!);
  }
}

function decodePython(written: string): string {
  return written.replaceAll(PYTHON_ESCAPE, (whole, x?: string, u?: string, long?: string, other?: string) => {
    if (other !== undefined) return PYTHON_LETTERS[other] ?? other;
    const code = Number.parseInt((x ?? u ?? long)!, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
