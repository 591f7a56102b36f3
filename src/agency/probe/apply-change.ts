import { isDeepStrictEqual } from 'node:util';
import { contentText } from '../../chat/content-text.ts';
import { argumentText, reasoningOf, refusalOf, toolCallsOf } from '../../chat/read-response.ts';
import type { AnswerChange } from '../../inference/inference.ts';
import { isJsonObject, listOf, ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';

/** Fields with names, labels and signatures. The model did not write them for a program to act on. */
const LABELS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'name',
  'finish_reason',
  'native_finish_reason',
  'stop_reason',
  'tool_call_id',
  'signature',
]);

/** Arguments of calls; some providers send them as an object. */
const ARGUMENTS: ReadonlySet<string> = new Set(['arguments', 'input']);

/** Returns the response with the change made everywhere in its choices. */
export function applyChange(response: unknown, change: AnswerChange): unknown {
  if (!isJsonObject(response)) return response;
  return { ...response, choices: changed(response.choices, (text) => replaceIn(text, change)) };
}

/**
 * The response with the change, if every reader gets the changed text and undoing it restores the response exactly;
 * otherwise `undefined`. A provider may split a text into parts within a word.
 */
export function changedExactly(response: unknown, change: AnswerChange): unknown {
  const said = textsSaid(response);
  const wanted = said.map((text) => replaceIn(text, change));
  if (isDeepStrictEqual(said, wanted)) return undefined;
  const after = applyChange(response, change);
  const isExact = isDeepStrictEqual(applyChange(after, undone(change)), response);
  return isExact && isDeepStrictEqual(textsSaid(after), wanted) ? after : undefined;
}

/**
 * What the choices of a response say, as every reader of a response gets it: reasoning, text, refusal, and the
 * arguments of each call.
 */
export function textsSaid(response: unknown): string[] {
  return listOf(ownField(response, 'choices')).flatMap((choice) => {
    const message = ownField(choice, 'message');
    const text = contentText(ownField(message, 'content'));
    const given = toolCallsOf(message).map((call) => call.arguments);
    return [reasoningOf(message), text, refusalOf(message), ...given].filter((each) => each !== '');
  });
}

function changed(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each: unknown) => changed(each, replace));
  if (!isJsonObject(value)) return value;
  const after = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changedField(key, each, replace)]));
  const { token } = after;
  // A token of `logprobs` also has its bytes.
  const hasBytes = typeof value.token === 'string' && isDeepStrictEqual(value.bytes, bytesOf(value.token));
  return hasBytes && typeof token === 'string' ? { ...after, bytes: bytesOf(token) } : after;
}

function bytesOf(text: string): number[] {
  return [...Buffer.from(text)];
}

function changedField(key: string, value: unknown, replace: (text: string) => string): unknown {
  if (LABELS.has(key)) return value;
  if (!ARGUMENTS.has(key) || !isJsonObject(value)) return changed(value, replace);
  // Numbers and fields such as `id` are the model's here, as in arguments that are JSON text.
  const json = parseJson(replace(argumentText(value)));
  return json.ok ? json.value : value;
}

export function replaceIn(text: string, { kind, from, to }: AnswerChange): string {
  switch (kind) {
    case 'word':
      return text.replaceAll(everywhere(wholeWord(from)), (found) => inCaseOf(found, to));
    case 'page':
      return text.replaceAll(PAGE, (found, before: string, page: string, after: string) =>
        page === from ? `${before}${to}${after}` : found,
      );
    case 'title':
      return text.replaceAll(everywhere(wholeTitle(from)), () => to);
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

/** Matches a title, or the beginning of one, as it was shown. */
export function wholeTitle(title: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(title)}(?![\\p{L}\\p{N}_])`, 'u');
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
