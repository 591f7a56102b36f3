import { canonicalJson } from '../json/canonical-json.ts';
import type { Call } from './calls/call.ts';

export interface SealedCall {
  readonly hash: string;
  /** Canonical JSON including the hash. */
  readonly text: string;
}

/**
 * Seals a call. Requests may have megabytes, so each field is serialised once and used for both the hash and the line.
 * The caller provides the hash function, because a browser verifies the same chain with a different SHA-256
 * implementation.
 */
export function sealCallBy(sha256: (text: string) => string, call: Omit<Call, 'hash'>): SealedCall {
  const fields = Object.entries(call).map(([name, value]) => [name, canonicalJson(value)] as const);
  const hash = sha256(joinFields(fields));
  return { hash, text: joinFields([...fields, ['hash', canonicalJson(hash)]]) };
}

function joinFields(fields: readonly (readonly [string, string])[]): string {
  const sorted = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
