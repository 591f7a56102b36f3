import { type CodeTokens, NAME } from './code-tokens.ts';

/** Names that a file gives to functions, classes, parameters, variables and attributes. */
export interface DefinedNames {
  readonly all: ReadonlySet<string>;
  /** Names that are the same in the whole file: those defined outside functions and classes. */
  readonly global: ReadonlySet<string>;
}

const OPENING = new Set('([{');
const CLOSING = new Set(')]}');
const ASSIGNS = new Set('= += -= *= /= //= %= @= &= |= ^= >>= <<= **='.split(' '));
const IN_TARGETS = new Set(', ( ) [ ] * .'.split(' '));

/**
 * Reads tokens, not syntax. If it finds a name too many, a changed copy can pass as the same program; if it finds one
 * too few, a renamed copy can pass as a different one. Both are rare, and an operator decides in the end.
 */
export function definedNames(source: string, tokens: CodeTokens): DefinedNames {
  const { codes, starts, ends, indents } = tokens;
  const all = new Set<string>();
  const global = new Set<string>();
  const text = (index: number): string => source.slice(starts[index], ends[index]);
  const define = (index: number, isGlobal = false): void => {
    if (codes[index] !== NAME) return;
    all.add(text(index));
    if (isGlobal) global.add(text(index));
  };
  for (const [index, code] of codes.entries()) {
    if (indents[index]! >= 0) defineTargets(index);
    const word = text(index);
    if (word === 'for') defineLoop(index + 1);
    if (word === 'lambda') defineParameters(index + 1, ':');
    if (code !== NAME || index === 0) continue;
    const before = text(index - 1);
    if (before === 'as' || text(index + 1) === ':=') define(index);
    if (before !== 'def' && before !== 'class') continue;
    const isAsync = index > 1 && text(index - 2) === 'async';
    define(index, indents[index - (isAsync ? 2 : 1)] === 0);
    if (before === 'def') defineParameters(index + 2, ')');
  }
  return { all, global };

  function defineLoop(from: number): void {
    for (let at = from; codes[at] === NAME || IN_TARGETS.has(text(at)); at++) define(at);
  }

  /** Defines only the parameters themselves, not the names in their defaults and types. */
  function defineParameters(from: number, closing: string): void {
    let depth = 0;
    for (let at = from; at < codes.length; at++) {
      const word = text(at);
      // Apart from defaults, a parameter list does not contain the start of another one. Without this check, a text
      // with many such starts would be read once for each of them.
      if (word === 'def' || (word === 'lambda' && closing === ':')) return;
      if (depth === 0 && word === closing) return;
      if (OPENING.has(word)) depth++;
      else if (CLOSING.has(word) && --depth < 0) return;
      else if (depth === 0 && (at === from || [',', '*', '**'].includes(text(at - 1)))) define(at);
    }
  }

  /** Defines the targets of an assignment that begins here: variables, and the last attribute of a chain of dots. */
  function defineTargets(from: number): void {
    let depth = 0;
    let assigned = -1;
    for (let at = from; at < codes.length && (at === from || indents[at] === -1); at++) {
      const word = text(at);
      if (OPENING.has(word)) depth++;
      else if (CLOSING.has(word)) depth--;
      else if (depth === 0 && ASSIGNS.has(word)) assigned = at;
      else if (word === ':' && at === from + 1) {
        // A variable with a type annotation, with or without a value.
        assigned = at;
        break;
      }
    }
    for (let at = from; at < assigned; at++) {
      if (!['.', '(', '['].includes(text(at + 1))) define(at, indents[from] === 0);
    }
  }
}
