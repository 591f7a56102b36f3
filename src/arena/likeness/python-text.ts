/** Where the pieces of a Python text end. Each looks at a character once, whatever the text is. */

const DIGIT = /[0-9]/;
const QUOTE = /["']/;

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && DIGIT.test(character);
}

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && QUOTE.test(character);
}

/** Letters beyond ASCII are all taken for letters: which of them Python allows does not matter here. */
export function isNamePart(code: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter || code === 0x5f || (code >= 0x30 && code <= 0x39) || code >= 0x80;
}

export function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && isNamePart(text.charCodeAt(at))) at++;
  return at;
}

export function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** From the first quote on. A text that is never closed ends with its line, in three quotes with the file. */
export function endOfString(text: string, from: number): number {
  const quote = text[from]!;
  const isLong = text.startsWith(quote.repeat(3), from);
  const closing = isLong ? quote.repeat(3) : quote;
  for (let at = from + closing.length; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '\n' && !isLong) return at;
    else if (character === quote && text.startsWith(closing, at)) return at + closing.length;
  }
  return text.length;
}

/** How long the end of a line is that a backslash takes away. */
export function continuation(text: string, afterBackslash: number): number {
  if (text[afterBackslash] === '\n') return 1;
  return text.startsWith('\r\n', afterBackslash) ? 2 : 0;
}

export function isStatementEnd(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++;
  return at >= text.length || text[at] === '\n' || text[at] === '#' || text[at] === ';';
}

const TAB = 8;

/** Width of the indentation of a line. */
export function indentOf(text: string, lineStart: number): number {
  let width = 0;
  for (let at = lineStart; text[at] === ' ' || text[at] === '\t'; at++) {
    width += text[at] === ' ' ? 1 : TAB - (width % TAB);
  }
  return width;
}
