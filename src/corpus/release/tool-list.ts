import { parseJson } from '../../json/parse-json.ts';

/** The tools that the JSON text of schemas lists; none where it lists none. */
export function toolList(text: string): readonly unknown[] {
  const json = parseJson(text);
  return json.ok && Array.isArray(json.value) ? json.value : [];
}
