import type { JsonObject } from '../../../json/json-object.ts';
import { parseJson } from '../../../json/parse-json.ts';

/** Reads `(q="lamp", page=2)`, as some models write calls. A value without a name is the first parameter. */
export function pythonArguments(
  text: string,
  first: string | undefined,
): { readonly given: JsonObject | null; readonly length: number } | undefined {
  const start = text.indexOf('(');
  const end = closingParenthesis(text, start);
  if (end === -1) return undefined;
  const given: Record<string, unknown> = {};
  for (const part of splitAtCommas(text.slice(start + 1, end))) {
    const named = /^\s*([A-Za-z_]\w{0,63})\s*=(?!=)\s*([\s\S]*)$/.exec(part);
    if (named !== null) given[named[1]!] = literal(named[2]!);
    else if (part.trim() !== '' && first !== undefined && /^\s*["'{[\d]/.test(part)) given[first] = literal(part);
    // Words in parentheses after a name are prose.
    else if (part.trim() !== '') return undefined;
  }
  return { given, length: end + 1 };
}

function closingParenthesis(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let place = start; place < text.length; place++) {
    const char = text[place]!;
    if (quote !== '') {
      if (char === '\\') place++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return place;
  }
  return -1;
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let place = 0; place < text.length; place++) {
    const char = text[place]!;
    if (quote !== '') {
      if (char === '\\') place++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, place));
      from = place + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function literal(written: string): unknown {
  const text = written.trim();
  const json = parseJson(text);
  if (json.ok) return json.value;
  const quoted = /^'((?:[^'\\]|\\.)*)'$/s.exec(text);
  if (quoted !== null) return quoted[1]!.replaceAll("\\'", "'");
  if (text === 'None') return null;
  if (text === 'True' || text === 'False') return text === 'True';
  return text;
}
