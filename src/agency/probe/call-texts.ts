import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';

/** Fields in which a model explains itself; a program acts on others. */
const EXPLAINING = /think|thought|reason|explan|comment|note|rationale|analysis|summary/i;
const LONGEST_ARGUMENT = 160;

/**
 * The parts of an answer that a program would act on: the values in its JSON where it has some, else what stands in quotes,
 * brackets and tags or behind a colon.
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

const MAX_TRIES = 12;

/** JSON values in a text: the whole of it, or objects and lists in it. */
function jsonIn(text: string): unknown[] {
  const whole = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (whole?.ok) return [whole.value];
  const found: unknown[] = [];
  let from = 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const start = text.slice(from).search(/[[{]/);
    if (start === -1) break;
    const end = endOf(text, from + start);
    const json = end === undefined ? undefined : parseJson(text.slice(from + start, end));
    if (json?.ok && typeof json.value === 'object') found.push(json.value);
    from = json?.ok ? end! : from + start + 1;
  }
  return found;
}

/** Behind the bracket that closes the one at `start`. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '{' || letter === '[')) depth++;
    else if (!isQuoted && (letter === '}' || letter === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function leavesOf(value: unknown, key = ''): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return EXPLAINING.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => leavesOf(each, key));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, name));
}
