import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from '../../json/canonical-json.ts';

/** SHA-256 without Node's `crypto`: the dashboard repeats draws in the browser, even over plain HTTP. */
export function drawHashBytes(text: string): Uint8Array {
  return sha256(new TextEncoder().encode(text));
}

/** Hash of the canonical JSON of a value, in hex. */
export function drawHash(value: unknown): string {
  return drawHashBytes(canonicalJson(value)).toHex();
}
