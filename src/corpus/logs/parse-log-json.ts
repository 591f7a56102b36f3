import { type JsonBounds, parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';

/** Logs nest a few dozen levels. Writing deeper ones takes quadratic time, and comparing them overflows the stack. */
const BOUNDS: JsonBounds = {
  maxBytes: 512 * 1024 ** 2,
  maxDepth: 100,
  maxNodes: 50_000_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

type LogJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly flaw: Quarantined; readonly overgrown: boolean };

/** Parses JSON of a log, or of a text in it. */
export function parseLogJson(text: string | Uint8Array): LogJson {
  const json = parseBoundedJson(text, BOUNDS);
  if (json.ok) return { ok: true, value: json.value };
  const overgrown = json.flaw !== 'not json';
  return { ok: false, overgrown, flaw: quarantine(overgrown ? 'UNREADABLE' : 'NOT_JSON', json.reason) };
}
