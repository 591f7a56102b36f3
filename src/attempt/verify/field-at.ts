import { canonicalJson } from '../../json/canonical-json.ts';

/**
 * The name of the innermost field, such as `usage.calls.search`, that byte `position` of a value's canonical JSON
 * belongs to, including keys and commas. Empty for bytes between the top-level fields.
 */
export function fieldAt(value: unknown, position: number): string {
  return pathAt(value, position).join('.');
}

function pathAt(value: unknown, position: number): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [...value.keys()].map(String) : Object.keys(value).sort();
  let start = 1;
  for (const name of names) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    const from = start + (Array.isArray(value) ? 0 : byteLength(JSON.stringify(name)) + 1);
    const end = from + byteLength(canonicalJson(field));
    if (position >= start && position <= end) return [name, ...pathAt(field, position - from)];
    start = end + 1;
  }
  return [];
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
