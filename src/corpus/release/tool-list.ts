import { parseJson } from '../../json/parse-json.ts';

/** The tools in the JSON text of schemas; empty if it is not a list. */
export function toolList(text: string): readonly unknown[] {
  const json = parseJson(text);
  return json.ok && Array.isArray(json.value) ? json.value : [];
}
