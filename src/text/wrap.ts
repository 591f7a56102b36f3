/**
 * Breaks a text into lines of at most `width` characters, between words if possible; longer words are cut.
 *
 * @example wrap('red shoes, size 42', 10) // ['red shoes,', 'size 42']
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** Does not split surrogate pairs. */
function pieces(word: string, width: number): readonly string[] {
  if (word.length <= width) return [word];
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
