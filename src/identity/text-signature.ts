import { type VerifySignature, verifySignature } from './hotkey.ts';

const OPENING = Buffer.from('<Bytes>');
const CLOSING = Buffer.from('</Bytes>');

/** The bytes that a browser wallet signs for a message: it wraps the message, so that it cannot be a transaction. */
export function wrapForWallet(message: Uint8Array): Uint8Array {
  return Buffer.concat([OPENING, message, CLOSING]);
}

/** Whether the owner of the key signed these bytes, plain or wrapped by a browser wallet. */
export function verifyPlainOrWrapped(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  verify: VerifySignature = verifySignature,
): boolean {
  return verify(message, signature, publicKey) || verify(wrapForWallet(message), signature, publicKey);
}

const HEX_SIGNATURE = /^(?:0[xX])?([0-9a-fA-F]{128})$/;

/** Parses the 64 bytes from hexadecimal, with or without `0x`; `undefined` for anything else. */
export function parseSignature(text: string): Uint8Array | undefined {
  const digits = HEX_SIGNATURE.exec(text)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

export function signatureText(signature: Uint8Array): string {
  return `0x${Buffer.from(signature).toString('hex')}`;
}
