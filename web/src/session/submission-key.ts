import { sha256 } from '@noble/hashes/sha2.js';
import type { Licence } from '../../../src/arena/submission.ts';
import { toHex } from './hex.ts';

/**
 * Idempotency key: equal for the same file, hotkey and name, and the same as `assay submit` sends, so that a submission
 * whose response was lost can be repeated from anywhere and counts once. Another licence is another request.
 */
export function submissionKey(hotkey: string, agentName: string, source: Uint8Array, licence?: Licence): string {
  const request = [hotkey, agentName, digest(source), ...(licence === undefined ? [] : [licence])];
  return digest(new TextEncoder().encode(JSON.stringify(request)));
}

function digest(bytes: Uint8Array): string {
  return toHex(sha256(bytes)).slice(2);
}
