import { isJsonObject, type JsonObject } from '../../../json/json-object.ts';
import { jsonSpans } from '../../../json/json-spans.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { CallForm, EmittedCall } from '../emitted-call.ts';

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'params', 'input', 'action_input', 'tool_input', 'kwargs'];
const NAME = /^[A-Za-z_][\w.-]{0,63}$/;
const MAX_DEPTH = 4;

export interface JsonCalls {
  readonly calls: readonly EmittedCall[];
  /** The text without the JSON of the calls. */
  readonly rest: string;
}

/** Reads calls in a text as JSON: between `<tool_call>` tags, in a fence, after a marker, or bare. */
export function jsonCalls(text: string, known: ReadonlySet<string>): JsonCalls {
  const calls: EmittedCall[] = [];
  let rest = '';
  let from = 0;
  for (const { start, end } of jsonSpans(text)) {
    const json = parseJson(text.slice(start, end));
    const form: CallForm = /<tool_call>\s*$/.test(text.slice(Math.max(0, start - 40), start)) ? 'tagged' : 'json';
    const found = json.ok ? callsIn(json.value, known, form, 0) : [];
    if (found.length === 0) continue;
    calls.push(...found);
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return { calls, rest: rest + text.slice(from) };
}

function callsIn(value: unknown, known: ReadonlySet<string>, form: CallForm, depth: number): EmittedCall[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => callsIn(each, known, form, depth + 1));
  if (!isJsonObject(value)) return [];
  const call = callOf(value, known, form);
  return call === undefined ? Object.values(value).flatMap((each) => callsIn(each, known, form, depth + 1)) : [call];
}

function callOf(value: JsonObject, known: ReadonlySet<string>, form: CallForm): EmittedCall | undefined {
  const { function: inner } = value;
  if (isJsonObject(inner)) return callOf(inner, known, form);
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === 'string' && NAME.test(value[key]));
  if (nameKey === undefined) return keyedCall(value, known, form);
  const name = bareName(value[nameKey] as string);
  const argumentKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(value, key));
  if (argumentKey !== undefined) return { name, arguments: objectOf(value[argumentKey]), form };
  if (!known.has(name)) return undefined;
  const { [nameKey]: _, ...flat } = value;
  return { name, arguments: flat, form };
}

/** `{"find_product": {"q": "lamp"}}` */
function keyedCall(value: JsonObject, known: ReadonlySet<string>, form: CallForm): EmittedCall | undefined {
  const keys = Object.keys(value);
  const name = keys.length === 1 ? keys[0]! : undefined;
  if (name === undefined || !known.has(name)) return undefined;
  return { name, arguments: objectOf(value[name]), form };
}

function objectOf(given: unknown): JsonObject | null {
  if (given === null || given === undefined || given === '') return {};
  if (isJsonObject(given)) return given;
  const json = typeof given === 'string' ? parseJson(given) : undefined;
  return json?.ok && isJsonObject(json.value) ? json.value : null;
}

/** Removes the namespace that some templates add. */
function bareName(name: string): string {
  return name.replace(/^functions?\./, '');
}
