import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from './hex.ts';
import type { Signer } from './signer.ts';

export interface RequestToSign {
  readonly arena: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly body: string;
  /** Unix seconds. */
  readonly now: number;
  readonly nonce: string;
}

/** The eight lines of a signed request, version 2, and the headers that carry its signature. */
export async function signedHeaders(signer: Signer, request: RequestToSign): Promise<Record<string, string>> {
  const { arena, method, target, body, nonce } = request;
  const timestamp = String(Math.floor(request.now));
  const bodyHash = toHex(sha256(new TextEncoder().encode(body))).slice(2);
  const lines = ['assay-request-v2', arena, method, target, bodyHash, signer.address, timestamp, nonce];
  return {
    'x-hotkey': signer.address,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': await signer.sign(lines.join('\n')),
    'x-signature-version': '2',
  };
}

export function newNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);
}
