import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from './hex.ts';

/**
 * The same for the same file of the same hotkey under the same name, and the same that `assay submit` makes: whoever loses
 * an answer here can ask again anywhere, and it counts once.
 */
export function submissionKey(hotkey: string, agentName: string, source: Uint8Array): string {
  return digest(new TextEncoder().encode(JSON.stringify([hotkey, agentName, digest(source)])));
}

function digest(bytes: Uint8Array): string {
  return toHex(sha256(bytes)).slice(2);
}
