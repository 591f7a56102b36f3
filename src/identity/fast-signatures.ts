import { type VerifySignature, verifySignature } from './hotkey.ts';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/**
 * Checks signatures in WebAssembly (schnorrkel, the reference implementation), for servers: a quarter of the processor time
 * of the JavaScript that everything else uses. It takes a moment to load. Where WebAssembly does not run, it is the other.
 */
export async function loadFastSignatures(): Promise<VerifySignature> {
  const { sr25519Verify, waitReady } = await import('@polkadot/wasm-crypto');
  if (!(await waitReady())) return verifySignature;
  return (message, signature, publicKey) => {
    if (signature.length !== SIGNATURE_BYTES || publicKey.length !== KEY_BYTES) return false;
    // The identity of the group: schnorrkel takes it for a key, for which anybody can sign.
    if (publicKey.every((byte) => byte === 0)) return false;
    try {
      return sr25519Verify(signature, message, publicKey);
    } catch {
      return false;
    }
  };
}
