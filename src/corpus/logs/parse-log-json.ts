import { type JsonBounds, parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';

/** A log nests a few dozen levels. To write deep nesting again takes quadratic time, and to compare it overflows the stack. */
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

/** JSON of a log, or of a text in it. */
export function parseLogJson(text: string | Uint8Array): LogJson {
  const json = parseBoundedJson(text, BOUNDS);
  if (json.ok) return { ok: true, value: json.value };
  const overgrown = json.flaw !== 'not json';
  return { ok: false, overgrown, flaw: quarantine(overgrown ? 'UNREADABLE' : 'NOT_JSON', json.reason) };
}
