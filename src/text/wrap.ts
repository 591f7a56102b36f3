/**
 * Breaks a text into lines of at most `width` characters, between words if possible; longer words are cut, except
 * addresses: a cut one could be neither clicked nor copied.
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

/** Whether a word is the address of a page. */
export function isAddress(word: string): boolean {
  return /^https?:\/\//.test(word);
}

/** Does not split surrogate pairs. */
function pieces(word: string, width: number): readonly string[] {
  if (word.length <= width || isAddress(word)) return [word];
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
