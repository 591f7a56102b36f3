import { sha256 } from '../../store/sha256.ts';
import { type CodeTokens, codeTokens, NAME, NUMBER, STRING } from './code-tokens.ts';
import { type DefinedNames, definedNames } from './defined-names.ts';
import { endOfLine, endOfString, fieldNesting, isQuote } from './python-text.ts';

/**
 * A program without the parts that can change without changing its behaviour: layout, comments, documentation and
 * names.
 */
export interface CodeForm {
  /** Hash of everything except the names: equal for files that differ only in names. */
  readonly hash: string;
  readonly tokens: number;
  readonly names: readonly FormName[];
  /** Names not in here belong to Python, a library or the kit. */
  readonly defined: DefinedNames;
}

interface FormName {
  readonly text: string;
  /** After a dot, or the name of an argument: the text alone does not show which object it names. */
  readonly isLabel: boolean;
  /** Number of the enclosing top-level function, class or statement. */
  readonly block: number;
}

const KEEPS_ITS_NAME = 'agent_main';

export function codeForm(source: string): CodeForm {
  const tokens = codeTokens(source);
  const { codes, starts, ends, indents } = tokens;
  const parts: string[] = [];
  const names: FormName[] = [];
  const depths = indentDepths(indents);
  let block = -1;
  for (const [index, code] of codes.entries()) {
    const text = source.slice(starts[index], ends[index]);
    if (indents[index]! >= 0) parts.push(`\n${depths[index]}`);
    if (indents[index] === 0) block++;
    const addName = (name: string, isLabel: boolean): void => {
      names.push({ text: name, isLabel, block });
    };
    if (code === NAME) addName(text, isLabel(tokens, source, index));
    parts.push(
      code === NAME ? 'N' : code === STRING ? textsIn(text, addName) : code === NUMBER ? plainNumber(text) : text,
    );
  }
  const hash = sha256(parts.join('\u0000'));
  return { hash, tokens: codes.length, names, defined: definedNames(source, tokens) };
}

/**
 * Whether two files of the same form are the same program with renamed identifiers. A name that the files do not define
 * must be the same in both: `min` and `max` differ. A name that they define may be renamed, but consistently within its
 * function, or within the file: `return best` and `return worst` differ.
 */
export function isSameProgram(one: CodeForm, other: CodeForm): boolean {
  if (one.hash !== other.hash || one.names.length !== other.names.length) return false;
  const [there, back] = [new Map<string, string>(), new Map<string, string>()];
  return one.names.every(({ text, isLabel, block }, index) => {
    const renamed = other.names[index]!.text;
    const isFree = one.defined.all.has(text) && other.defined.all.has(renamed);
    if (text === KEEPS_ITS_NAME || renamed === KEEPS_ITS_NAME || !isFree) return text === renamed;
    if (isLabel) return true;
    return (
      isPaired(there, scopedName(one.defined, text, block), renamed) &&
      isPaired(back, scopedName(other.defined, renamed, block), text)
    );
  });
}

function scopedName({ global }: DefinedNames, name: string, block: number): string {
  return global.has(name) ? name : `${block} ${name}`;
}

function isPaired(pairs: Map<string, string>, name: string, renamed: string): boolean {
  const known = pairs.get(name);
  if (known === undefined) pairs.set(name, renamed);
  return known === undefined || known === renamed;
}

/** Nesting depth of each statement, independent of the width of the indentation. */
function indentDepths(indents: readonly number[]): readonly number[] {
  const open: number[] = [];
  return indents.map((indent) => {
    if (indent < 0) return -1;
    while (open.length > 0 && open.at(-1)! >= indent) open.pop();
    open.push(indent);
    return open.length;
  });
}

function isLabel({ starts, ends }: CodeTokens, source: string, index: number): boolean {
  const text = (at: number): string => source.slice(starts[at], ends[at]);
  if (index > 0 && text(index - 1) === '.') return true;
  const isNamed = index + 1 < starts.length && text(index + 1) === '=';
  return isNamed && index > 0 && (text(index - 1) === '(' || text(index - 1) === ',');
}

type AddName = (name: string, isLabel: boolean) => void;

/** The strings of a token, without their quotes. Names in the braces of f-strings are passed to `addName`. */
function textsIn(token: string, addName: AddName): string {
  const texts: string[] = [];
  const fields = fieldNesting();
  let from = 0;
  for (let at = 0; at < token.length; ) {
    if (token[at] === '#') at = from = endOfLine(token, at);
    else if (isQuote(token[at])) {
      const end = endOfString(token, at, /[ft]/i.test(token.slice(from, at)) ? fields : undefined);
      texts.push(plainText(token.slice(from, at), token.slice(at, end), addName));
      at = from = end;
    } else if (/\w/.test(token[at]!)) at++;
    else from = ++at;
  }
  return `"${texts.join('')}"`;
}

function plainText(prefix: string, quoted: string, addName: AddName): string {
  const quotes = /^(?:"""|'''|.)/.exec(quoted)![0].length;
  const kind = prefix.toLowerCase().replace('u', '');
  const body = quoted.slice(quotes, -quotes).replaceAll('\r\n', '\n');
  const plain = kind.includes('r') ? body : body.replaceAll(/\\(["'])/g, '$1').replaceAll('\n', '\\n');
  // The braces contain code with names.
  const unnamed = kind.includes('f') ? plain.replaceAll(/\{[^{}]*\}/g, (code) => withoutNames(code, addName)) : plain;
  return kind === '' ? unnamed : `${[...kind].sort().join('')}:${unnamed}`;
}

function withoutNames(code: string, addName: AddName): string {
  return code.replaceAll(/\b[A-Za-z_]\w*/g, (name, at: number) => {
    addName(name, /[.'"]/.test(code[at - 1]!));
    return 'N';
  });
}

function plainNumber(text: string): string {
  return text.replaceAll('_', '').toLowerCase();
}
