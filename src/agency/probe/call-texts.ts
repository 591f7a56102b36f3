import { isJsonObject } from '../../json/json-object.ts';
import { jsonSpans } from '../../json/json-spans.ts';
import { parseJson } from '../../json/parse-json.ts';

/** Fields in which a model explains itself. Programs do not act on them. */
const EXPLAINING = /think|thought|reason|explan|comment|note|rationale|analysis|summary/i;
const LONGEST_ARGUMENT = 160;

/**
 * The parts of an answer that a program would act on: the values of its JSON if it contains any, otherwise the text in
 * quotes, brackets and tags or after a colon.
 */
export function callTexts(said: readonly string[]): string[] {
  const leaves = said.flatMap((text) => jsonIn(text).flatMap((value) => leavesOf(value)));
  const short = leaves.filter((leaf) => leaf.length <= LONGEST_ARGUMENT);
  return short.length > 0 ? short : said.flatMap(markedTexts);
}

const MARKED = [
  /"([^"\n]{3,160})"(?!\s*:)/g,
  /[[(]([^\])\n]{1,160})[\])]/g,
  />([^<>\n]{1,160})</g,
  /[:=]\s*([^\n"{}[\]]{2,120})$/gm,
];

function markedTexts(text: string): string[] {
  const untold = text
    .replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/g, '')
    .replaceAll(/^\s*thoughts?\s*:.*$/gim, '');
  return MARKED.flatMap((pattern) => Array.from(untold.matchAll(pattern), ([, inside]) => inside!));
}

/** Brackets nested deeper than this are not arguments. */
const MAX_DEPTH = 4;

/** JSON values in a text: the whole text, or the objects and lists inside it. */
function jsonIn(text: string, depth = 0): unknown[] {
  return jsonSpans(text).flatMap(({ start, end }) => {
    const json = parseJson(text.slice(start, end));
    if (json.ok) return [json.value];
    return depth < MAX_DEPTH ? jsonIn(text.slice(start + 1, end - 1), depth + 1) : [];
  });
}

function leavesOf(value: unknown, key = ''): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return EXPLAINING.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => leavesOf(each, key));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, name));
}
