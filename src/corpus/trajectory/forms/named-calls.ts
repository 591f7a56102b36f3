import { isJsonObject, type JsonObject } from '../../../json/json-object.ts';
import { jsonSpans } from '../../../json/json-spans.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { EmittedCall } from '../emitted-call.ts';
import { pythonArguments } from './python-arguments.ts';

/** Only markup may be between a name and its arguments; a sentence that mentions a tool is not a call. */
const BETWEEN =
  /^(?:["'`\])>:=;,\s|]|<[^<>]{0,40}>|action[ _]input|input|arguments?|parameters?|json|\[ARGS\]|:\d+|｜)*$/iu;
const MAX_BETWEEN = 120;
/** Each mention may cost a scan of the rest. Real turns never have this many calls. */
const MAX_MENTIONS = 64;
const MAX_ARGUMENTS = 8_000;

const FIRST_PARAMETER: Readonly<Record<string, string>> = {
  find_product: 'q',
  view_product_information: 'product_ids',
  recommend_product: 'product_ids',
  terminate: 'status',
};

/**
 * Reads calls that are a tool's name followed by arguments: `Action: x` and `Action Input: {…}`, `x(q="…")`, `x[…]`,
 * `<function=x>`, `<invoke name="x">`, and the markers of Mistral, DeepSeek, Kimi and gpt-oss.
 */
export function namedCalls(text: string, names: readonly string[]): EmittedCall[] {
  const calls: EmittedCall[] = [];
  const pattern = patternOf(names);
  pattern.lastIndex = 0;
  let mentions = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (++mentions > MAX_MENTIONS) break;
    const name = match[1]!;
    const read = readArguments(name, text.slice(pattern.lastIndex, pattern.lastIndex + MAX_ARGUMENTS));
    if (read === undefined) continue;
    calls.push({ name, arguments: read.given, form: 'named' });
    pattern.lastIndex += read.length;
  }
  return calls;
}

const patterns = new Map<string, RegExp>();

function patternOf(names: readonly string[]): RegExp {
  const key = names.join('|');
  const known = patterns.get(key);
  if (known !== undefined) return known;
  // Agents choose the names, so the cache must be bounded.
  if (patterns.size > 100) patterns.clear();
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w.-])(?:functions\\.)?(${escaped.join('|')})(?![\\w-])`, 'g');
  patterns.set(key, pattern);
  return pattern;
}

interface Read {
  readonly given: JsonObject | null;
  readonly length: number;
}

function readArguments(name: string, after: string): Read | undefined {
  if (/^\s?\(/.test(after)) return pythonArguments(after, FIRST_PARAMETER[name]);
  const marked = markedArguments(after);
  if (marked !== undefined) return marked;
  const brace = after.indexOf('{');
  if (brace !== -1 && brace <= MAX_BETWEEN && BETWEEN.test(after.slice(0, brace))) {
    const [span] = jsonSpans(after.slice(brace));
    if (span?.start !== 0) return undefined;
    const json = parseJson(after.slice(brace, brace + span.end));
    return { given: json.ok && isJsonObject(json.value) ? json.value : null, length: brace + span.end };
  }
  const bracketed = /^\[([^[\]\n]{1,300})\]/.exec(after);
  const first = FIRST_PARAMETER[name];
  if (bracketed === null || first === undefined) return undefined;
  return { given: { [first]: bracketed[1]!.trim() }, length: bracketed[0].length };
}

const PARAMETER = /<parameter(?:=|\s+name=)["']?([\w-]{1,64})["']?>([\s\S]*?)<\/parameter>/g;

/** `<parameter=q>lamp</parameter>` and `<parameter name="q">lamp</parameter>`, up to the end of the call. */
function markedArguments(after: string): Read | undefined {
  const opening = /^["']?>\s*(?=<parameter|<\/(?:function|invoke)>)/.exec(after);
  if (opening === null) return undefined;
  const end = /<\/(?:function|invoke|tool_call)>/.exec(after)?.index ?? after.length;
  const pairs = Array.from(after.slice(0, end).matchAll(PARAMETER), ([, key, value]) => [key!, value!.trim()] as const);
  return { given: Object.fromEntries(pairs), length: end };
}
