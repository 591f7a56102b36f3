/** Finds the ends of the parts of a Python text. Every function reads each character once, for any text. */

/** String prefixes such as `rb`. */
export const STRING_PREFIX = /^(?:[rbuft]|[bft]r|r[bft])$/i;
const LONGEST_PREFIX = 2;

const DIGIT = /[0-9]/;
const QUOTE = /["']/;

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && DIGIT.test(character);
}

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && QUOTE.test(character);
}

/** Treats every character beyond ASCII as a letter: which of them Python allows does not matter here. */
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

/**
 * `from` is the opening quote. An unterminated string ends at the end of its line, or at the end of the file if it is
 * triple-quoted. The result must be the end that Python finds: a contestant who can move it can hide the rest of a file
 * in a string.
 *
 * @param fields Given for an f-string, whose braces contain code with its own quotes.
 */
export function endOfString(text: string, from: number, fields?: FieldNesting): number {
  const quote = text[from]!;
  const isLong = text.startsWith(quote.repeat(3), from);
  const closing = isLong ? quote.repeat(3) : quote;
  for (let at = from + closing.length; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += escaped(text, at + 1, fields);
    else if (character === '{' && fields?.isClosed === true) at = endOfBrace(text, at, fields) - 1;
    else if (character === '\n' && !isLong) return at;
    else if (character === quote && text.startsWith(closing, at)) return at + closing.length;
  }
  return text.length;
}

/** How many characters a backslash escapes. In an f-string it does not escape a brace: `\{` opens a field. */
function escaped(text: string, afterBackslash: number, fields: FieldNesting | undefined): number {
  if (fields !== undefined && '{}'.includes(text[afterBackslash] ?? ' ')) return 0;
  return Math.max(1, continuation(text, afterBackslash));
}

/** State of one pass over a file. */
export interface FieldNesting {
  /** How many f-string fields are open. */
  depth: number;
  /**
   * False once a field has no end. Python rejects such a file, and searching for the end of many fields would be slow.
   */
  isClosed: boolean;
}

export function fieldNesting(): FieldNesting {
  return { depth: 0, isClosed: true };
}

/** Python's own limit. */
const DEEPEST_FIELD = 150;

/** The end of a literal brace `{{`, which does not exist in a format, or of a whole field. */
function endOfBrace(text: string, from: number, fields: FieldNesting, isFormat = false): number {
  if (!isFormat && text[from + 1] === '{') return from + 2;
  fields.depth++;
  const end = fields.depth > DEEPEST_FIELD ? -1 : endOfField(text, from + 1, fields);
  fields.depth--;
  if (end >= 0) return end;
  fields.isClosed = false;
  return from + 1;
}

/** Position after the brace that closes a field; -1 if there is none. */
function endOfField(text: string, from: number, fields: FieldNesting): number {
  let open = 0;
  let isFormat = false;
  for (let at = from; at < text.length && fields.isClosed; at++) {
    const character = text[at]!;
    if (character === '}' && open === 0) return at + 1;
    if (isFormat) {
      if (character === '{') at = endOfBrace(text, at, fields, true) - 1;
    } else if (isQuote(character)) {
      at = endOfString(text, at, hasFields(text, from, at) ? fields : undefined) - 1;
    } else if (character === '#') at = endOfLine(text, at) - 1;
    else if ('([{'.includes(character)) open++;
    else if (')]}'.includes(character)) open--;
    else if (character === ':' && open === 0) isFormat = true;
  }
  return -1;
}

/**
 * Whether the name before a quote makes it an f-string. Longer names, such as keywords with the same ending, do not.
 */
function hasFields(text: string, from: number, quote: number): boolean {
  let start = quote;
  while (start > from && quote - start <= LONGEST_PREFIX && isNamePart(text.charCodeAt(start - 1))) start--;
  const name = text.slice(start, quote);
  return STRING_PREFIX.test(name) && /[ft]/i.test(name);
}

/** Length of the line break that a backslash escapes. */
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

export function indentOf(text: string, lineStart: number): number {
  let width = 0;
  for (let at = lineStart; text[at] === ' ' || text[at] === '\t'; at++) {
    width += text[at] === ' ' ? 1 : TAB - (width % TAB);
  }
  return width;
}
