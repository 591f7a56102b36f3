import { parseJson } from '../../json/parse-json.ts';

/**
 * Every text in a value that came out of JSON. The arguments of a call are JSON in JSON, whose escapes would hide what
 * stands in them; they are taken apart as well. Without recursion: how deep it goes is up to whoever wrote the row.
 */
export function* stringsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      open.push(inner);
      const json = key === 'arguments' && typeof inner === 'string' ? parseJson(inner) : undefined;
      if (json?.ok === true) open.push(json.value);
    }
  }
}
