import { canonicalJson } from '../json/canonical-json.ts';
import type { Call } from './calls/call.ts';

export interface SealedCall {
  readonly hash: string;
  /** Canonical JSON with the hash in its place. */
  readonly text: string;
}

/**
 * Requests may have megabytes, so each field is written once and used for the hash and for the line. Who hashes is the
 * caller's business: a browser checks the same chain with another SHA-256.
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
