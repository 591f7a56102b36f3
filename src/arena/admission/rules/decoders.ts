import { type Finding, finding } from '../finding.ts';
import type { CallFact } from '../source-facts.ts';
import type { Subject } from '../subject.ts';

/** Methods that decode unreadable data into text; no other methods have these names. */
const DECODING =
  /^((standard_|urlsafe_)?(b16|b32|b32hex|b64|b85|a85)(de|en)code|decodebytes|encodebytes|unhexlify|hexlify|fromhex|to_bytes|decompress(obj)?|a2b_\w+|b2a_\w+)$/;

/** Codecs that are not text encodings. */
const ODD_CODECS =
  /^(rot_?13|hex(_codec)?|base_?64(_codec)?|zip|zlib(_codec)?|bz2(_codec)?|uu(_codec)?|quopri(_codec)?|punycode|unicode_escape|raw_unicode_escape|utf_?7|idna)$/i;

/** Substitution ciphers need an alphabet; tables that only remove or fold characters have a few entries. */
const ALPHABET = 20;
/** A list of numbers this long may be a disguised text. */
const NUMBERS = 8;

export function* decoderCalls({ facts }: Subject): Generator<Finding> {
  for (const call of facts.calls) {
    const what = decoding(call);
    if (what === undefined) continue;
    yield finding('DECODER_CALLED', { line: call.line, column: call.column }, what);
  }
}

function decoding(call: CallFact): string | undefined {
  const name = call.callee.split('.').at(-1)!;
  if (call.callee.includes('.') && DECODING.test(name)) return `${call.callee}() decodes something.`;
  if (/^(de|en)code$/.test(name)) {
    const codec = call.arguments.find((text) => text !== null && ODD_CODECS.test(text.replaceAll('-', '_')));
    const named = call.keywords.find(({ text }) => text !== null && ODD_CODECS.test(text.replaceAll('-', '_')))?.text;
    if (codec ?? named) return `${call.callee}() with the codec ${codec ?? named} decodes something.`;
  }
  if (name === 'maketrans' && call.lengths.length === 2 && call.lengths.every((length) => length >= ALPHABET)) {
    return 'maketrans() with two alphabets is a cipher.';
  }
  if (/^(bytes|bytearray|array)$/.test(name) && call.numbers >= NUMBERS) return `${name}() is given a text as numbers.`;
  if (/^(chr|bytes|bytearray)$/.test(name) && call.operators.includes('BitXor')) {
    return `${name}() is given characters that are combined with a key.`;
  }
  if (name === 'chr' && call.calls.includes('ord')) return 'chr() of a changed ord() is a cipher.';
  if (name === 'join' && (call.names.includes('chr') || call.calls.includes('chr'))) {
    return 'A text is assembled from character codes.';
  }
  if (name === 'map' && call.names.includes('chr')) return 'A text is assembled from character codes.';
  return undefined;
}
