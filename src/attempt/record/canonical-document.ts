import type { z } from 'zod';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';

export type ParsedDocument<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** The canonical text of a record. Hashes cover these bytes, so any tool that hashes files can check them. */
export function writeDocument(value: unknown): Uint8Array {
  return Buffer.from(canonicalJson(value), 'utf8');
}

/**
 * Parses a record whose bytes must be exactly those that `writeDocument` would write. Equal values with an extra space,
 * a duplicate key or an escaped letter were written by another program.
 */
export function readDocument<T>(bytes: Uint8Array, schema: z.ZodType<T>): ParsedDocument<T> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'is not valid UTF-8' };
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, reason: `is not JSON: ${json.reason}` };
  const parsed = schema.safeParse(json.value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return { ok: false, reason: path.length === 0 ? message : `${path.join('.')}: ${message}` };
  }
  if (canonicalJson(parsed.data) !== text) return { ok: false, reason: 'is not in canonical form' };
  return { ok: true, value: parsed.data };
}
