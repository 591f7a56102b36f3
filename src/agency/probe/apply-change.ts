import type { AnswerChange } from '../../inference/inference.ts';
import { isJsonObject } from '../../json/json-object.ts';

/** Fields with names and labels. The model did not write them for a program to act on. */
const LABELS: ReadonlySet<string> = new Set(['id', 'type', 'role', 'name', 'finish_reason', 'tool_call_id']);

/** Returns the response with the change made everywhere in its choices. */
export function applyChange(response: unknown, change: AnswerChange): unknown {
  if (!isJsonObject(response)) return response;
  return { ...response, choices: changed(response.choices, (text) => replaceIn(text, change)) };
}

/** All texts in the choices of a response. */
export function textsSaid(response: unknown): string[] {
  const texts: string[] = [];
  if (!isJsonObject(response)) return texts;
  changed(response.choices, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function changed(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each: unknown) => changed(each, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, LABELS.has(key) ? each : changed(each, replace)]),
  );
}

export function replaceIn(text: string, { kind, from, to }: AnswerChange): string {
  switch (kind) {
    case 'word':
      return text.replaceAll(everywhere(wholeWord(from)), (found) => inCaseOf(found, to));
    case 'page':
      return text.replaceAll(PAGE, (found, before: string, page: string, after: string) =>
        page === from ? `${before}${to}${after}` : found,
      );
    case 'product':
      return text.replaceAll(everywhere(wholeWord(from)), to);
    default:
      return text.replaceAll(everywhere(wholeNumber(from)), to);
  }
}

/** The inverse of a change. */
export function undone({ kind, from, to, products }: AnswerChange): AnswerChange {
  const back = { kind, from: to, to: from };
  return products === undefined ? back : { ...back, products: { from: products.to, to: products.from } };
}

/**
 * Whether undoing the change restores the texts exactly. It does not if they already contain the new value, or the old
 * one in mixed case.
 */
export function canBeUndone(texts: readonly string[], change: AnswerChange): boolean {
  return texts.every((text) => replaceIn(replaceIn(text, change), undone(change)) === text);
}

/** A page number in arguments of any format: `"page": 2`, `page=2`, `<page>2</page>`. */
export const PAGE = /(\bpage(?:_?(?:no|num|number))?\\?["']?\s*[:=>]\s*\\?["']?)(\d)(?!\d)(\\?)/gi;

export function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(word)}(?![\\p{L}\\p{N}_])`, 'iu');
}

/** Matches a number that is not part of another number, neither of its digits nor of its decimals. */
export function wholeNumber(number: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_]|\\d[.,])${RegExp.escape(number)}(?![\\p{L}\\p{N}_]|[.,]\\d)`, 'u');
}

function inCaseOf(pattern: string, word: string): string {
  if (pattern.toUpperCase() === pattern.toLowerCase()) return word;
  if (pattern.length > 1 && pattern === pattern.toUpperCase()) return word.toUpperCase();
  const first = pattern.slice(0, 1);
  return first === first.toUpperCase() && first !== first.toLowerCase()
    ? word.slice(0, 1).toUpperCase() + word.slice(1)
    : word;
}

function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags}g`);
}
