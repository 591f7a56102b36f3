/**
 * Breaks a text into lines of at most `width` characters, between words if possible; longer words are cut, except
 * addresses, ids, keys and hashes: a cut one could not be copied.
 *
 * @example wrap('red shoes, size 42', 10) // ['red shoes,', 'size 42']
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

const COPIED = [
  /^https?:\/\//,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  // An SS58 address.
  /^[1-9A-HJ-NP-Za-km-z]{47,48}$/,
  /^(0x)?[0-9a-f]{64}$/i,
  // A shortened address.
  /^[1-9A-HJ-NP-Za-km-z]{8}…[1-9A-HJ-NP-Za-km-z]{4}$/,
];

/** Whether a word is copied rather than read: the address of a page, an id, a key or a hash. */
export function isCopied(word: string): boolean {
  return COPIED.some((pattern) => pattern.test(word));
}

/** Does not split surrogate pairs. */
function pieces(word: string, width: number): readonly string[] {
  if (word.length <= width || isCopied(word)) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && piece.length + character.length > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}
