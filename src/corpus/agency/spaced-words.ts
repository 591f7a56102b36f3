/** Large enough for nearly every text; longer texts get their own buffer. */
const SCRATCH = Buffer.alloc(256 * 1024);
const SPACE = 0x20;
const BACKSLASH = 0x5c;
/** What each UTF-8 byte becomes: letters become lower case, digits stay, other ASCII separates words. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 0x7f) return byte;
  const letter = String.fromCharCode(byte).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : SPACE;
});
const IS_LETTER = FOLDED.map((byte) => (byte === SPACE ? 0 : 1));
const ESCAPED = new Set(Buffer.from('nrtNRT'));

/**
 * Only the words and numbers of a text, with a space around each, regardless of quotes, brackets and escapes between
 * them. Works byte by byte, because every prompt is processed here and regular expressions take six times as long.
 */
export function spacedWords(text: string): string {
  const needed = 3 * text.length + 2;
  const bytes = needed <= SCRATCH.length ? SCRATCH : Buffer.alloc(needed);
  let length = bytes.write(text, 1);
  const isAscii = length === text.length;
  if (!isAscii) length = bytes.write(text.toLowerCase().replaceAll(/[^\0-\x7f]+/g, lettersOf), 1);
  const end = keepWords(bytes, length);
  return end === 1 ? '  ' : bytes.toString(isAscii ? 'latin1' : 'utf8', 0, end);
}

function lettersOf(beyondAscii: string): string {
  return beyondAscii.replaceAll(/[^\p{L}\p{N}]/gu, ' ');
}

/** Reduces the text that begins at byte 1 to its words, in place, after the space at byte 0. Returns where they end. */
function keepWords(bytes: Buffer, length: number): number {
  bytes[0] = SPACE;
  bytes[length + 1] = SPACE;
  let end = 1;
  let inWord = 0;
  for (let place = 1; place <= length + 1; place++) {
    const byte = bytes[place]!;
    const isLetter = IS_LETTER[byte]!;
    bytes[end] = FOLDED[byte]!;
    // Keeps only the first of several spaces. Without a branch, because it would be mispredicted at the ends of words.
    end += isLetter | inWord;
    inWord = isLetter;
    if (byte === BACKSLASH && place < length && ESCAPED.has(bytes[place + 1]!)) place++;
  }
  return end;
}
