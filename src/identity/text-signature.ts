import { type VerifySignature, verifySignature } from './hotkey.ts';

const OPENING = Buffer.from('<Bytes>');
const CLOSING = Buffer.from('</Bytes>');

/** What a browser wallet signs when it is asked for these bytes: it wraps them, so that no transaction can hide in them. */
export function wrapForWallet(message: Uint8Array): Uint8Array {
  return Buffer.concat([OPENING, message, CLOSING]);
}

/** Whether the owner of the key signed these bytes, plain or as a browser wallet wraps them. */
export function verifyPlainOrWrapped(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  verify: VerifySignature = verifySignature,
): boolean {
  return verify(message, signature, publicKey) || verify(wrapForWallet(message), signature, publicKey);
}

const HEX_SIGNATURE = /^(?:0[xX])?([0-9a-fA-F]{128})$/;

/** The 64 bytes in the hexadecimal form that headers and people use, `0x` or not; `undefined` for anything else. */
export function parseSignature(text: string): Uint8Array | undefined {
  const digits = HEX_SIGNATURE.exec(text)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

export function signatureText(signature: Uint8Array): string {
  return `0x${Buffer.from(signature).toString('hex')}`;
}
