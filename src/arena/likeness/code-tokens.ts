import {
  continuation,
  endOfLine,
  endOfName,
  endOfString,
  fieldNesting,
  indentOf,
  isDigit,
  isNamePart,
  isQuote,
  isStatementEnd,
  STRING_PREFIX,
} from './python-text.ts';

/** A Python text without the parts that are trivial to change. All lists have the same length. */
export interface CodeTokens {
  readonly codes: readonly number[];
  /** Counted from 1. */
  readonly lines: readonly number[];
  /** Position of each token in the text. Adjacent string literals are one token. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Width of the indentation if the token begins a statement, otherwise -1. */
  readonly indents: readonly number[];
}

const OTHER = 1;
export const NAME = 2;
export const NUMBER = 3;
export const STRING = 4;
const FIRST_FIXED = 5;

const KEYWORDS = `False None True and as assert async await break class continue def del elif else except finally for
  from global if import in is lambda nonlocal not or raise return try while with yield`;
const OPERATORS = `**= //= >>= <<= ... == != <= >= -> := += -= *= /= %= @= &= |= ^= ** // << >>
  + - * / % @ & | ^ ~ < > ( ) [ ] { } , : . =`;
const CODES: ReadonlyMap<string, number> = new Map(
  [...KEYWORDS.split(/\s+/), ...OPERATORS.split(/\s+/)].map((text, index) => [text, FIRST_FIXED + index]),
);
const COMMA = CODES.get(',')!;
/** After these tokens, a bracket is a call or an index. */
const VALUE_ENDS: ReadonlySet<number> = new Set([NAME, STRING, CODES.get(')')!, CODES.get(']')!, CODES.get('}')!]);
const LONGEST_KEYWORD = 8;
const LONGEST_OPERATOR = 3;

const NUMERAL = /0[xX][\da-fA-F_]+|0[bBoO][\d_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;

/**
 * Tokens that remain after removing what a copier changes first: comments, documentation, layout, and the values of
 * names, strings and numbers. Reads any text, Python or not, in one pass.
 */
export function codeTokens(source: string): CodeTokens {
  const scan = new Scan(source);
  while (scan.next());
  return scan;
}

class Scan implements CodeTokens {
  readonly codes: number[] = [];
  readonly lines: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly indents: number[] = [];
  readonly #text: string;
  #at = 0;
  #line = 1;
  /** Indentation of the line, measured once, because a line may have very many statements. */
  #indent: number;
  /** Open brackets, innermost last. */
  readonly #open: { readonly makesTuple: boolean; commas: number }[] = [];
  #isStatementStart = true;
  readonly #fields = fieldNesting();

  constructor(text: string) {
    this.#text = text;
    this.#indent = indentOf(text, 0);
  }

  /** Reads the next piece of the text, which may produce no token. Returns false at the end. */
  next(): boolean {
    const character = this.#text[this.#at];
    if (character === undefined) return false;
    if (character === '\n') this.#endLine();
    else if (character === '#') this.#at = endOfLine(this.#text, this.#at);
    else if (' \t\r\f'.includes(character)) this.#at++;
    else if (character === '\\') this.#backslash();
    else if (isQuote(character)) this.#string(this.#at);
    else if (isDigit(character) || (character === '.' && isDigit(this.#text[this.#at + 1]))) this.#numeral();
    else if (isNamePart(character.charCodeAt(0))) this.#name();
    else this.#operator();
    return true;
  }

  #endLine(): void {
    this.#line++;
    this.#at++;
    if (this.#open.length > 0) return;
    this.#isStatementStart = true;
    this.#indent = indentOf(this.#text, this.#at);
  }

  #backslash(): void {
    const lineEnd = continuation(this.#text, this.#at + 1);
    if (lineEnd > 0) this.#line++;
    else this.#add(OTHER, this.#at + 1);
    this.#at += 1 + lineEnd;
  }

  #name(): void {
    const end = endOfName(this.#text, this.#at);
    const name = end - this.#at > LONGEST_KEYWORD ? '' : this.#text.slice(this.#at, end);
    if (isQuote(this.#text[end]) && STRING_PREFIX.test(name)) {
      this.#string(end, /[ft]/i.test(name));
      return;
    }
    // `pass` does nothing and can be inserted anywhere.
    if (name !== 'pass') this.#add(CODES.get(name) ?? NAME, end);
    this.#at = end;
  }

  #string(quote: number, hasFields = false): void {
    const end = endOfString(this.#text, quote, hasFields ? this.#fields : undefined);
    // A string that is a whole statement is a comment, and adjacent strings are one token.
    const isComment = this.#isStatementStart && isStatementEnd(this.#text, end);
    if (!isComment && this.codes.at(-1) !== STRING) this.#add(STRING, end);
    else if (!isComment) this.ends[this.ends.length - 1] = end;
    for (let at = quote; at < end; at++) if (this.#text[at] === '\n') this.#line++;
    this.#at = end;
  }

  #numeral(): void {
    NUMERAL.lastIndex = this.#at;
    const end = this.#at + (NUMERAL.exec(this.#text)?.[0].length ?? 1);
    this.#add(NUMBER, end);
    this.#at = end;
  }

  #operator(): void {
    for (let length = LONGEST_OPERATOR; length > 0; length--) {
      const text = this.#text.slice(this.#at, this.#at + length);
      const code = CODES.get(text);
      if (code === undefined) continue;
      this.#bracket(text);
      this.#add(code, this.#at + length);
      this.#at += length;
      return;
    }
    if (this.#text[this.#at] === ';') this.#isStatementStart = true;
    else this.#add(OTHER, this.#at + 1);
    this.#at++;
  }

  #bracket(text: string): void {
    if (text === ',' && this.#open.length > 0) this.#open.at(-1)!.commas++;
    if ('([{'.includes(text)) {
      const followsValue = VALUE_ENDS.has(this.codes.at(-1) ?? OTHER) && !this.#isStatementStart;
      this.#open.push({ makesTuple: text === (followsValue ? '[' : '('), commas: 0 });
    }
    if (!')]}'.includes(text)) return;
    const closed = this.#open.pop();
    // A trailing comma in a list is layout, but `(a,)` and `(a)` differ.
    if (this.codes.at(-1) !== COMMA || (closed?.makesTuple === true && closed.commas === 1)) return;
    for (const list of [this.codes, this.lines, this.starts, this.ends, this.indents]) list.pop();
  }

  /** Adds the token from the current position to `end`. */
  #add(code: number, end: number): void {
    this.codes.push(code);
    this.lines.push(this.#line);
    this.starts.push(this.#at);
    this.ends.push(end);
    this.indents.push(this.#isStatementStart ? this.#indent : -1);
    this.#isStatementStart = false;
  }
}
