import { describe, expect, it } from 'vitest';
import { sampleHotkey } from './testing/sample-hotkeys.ts';
import { parseSignature, signatureText, verifyPlainOrWrapped, wrapForWallet } from './text-signature.ts';

const alice = sampleHotkey('alice');
const message = Buffer.from('pay nobody');

describe('text signatures', () => {
  it('accepts the signature of a plain text, and of one that a browser wallet wrapped', () => {
    expect(verifyPlainOrWrapped(message, alice.sign(message), alice.publicKey)).toBe(true);
    expect(verifyPlainOrWrapped(message, alice.sign(Buffer.from('<Bytes>pay nobody</Bytes>')), alice.publicKey)).toBe(
      true,
    );
    expect(verifyPlainOrWrapped(wrapForWallet(message), alice.sign(message), alice.publicKey)).toBe(false);
    expect(verifyPlainOrWrapped(message, alice.sign(wrapForWallet(wrapForWallet(message))), alice.publicKey)).toBe(
      false,
    );
    expect(verifyPlainOrWrapped(message, alice.sign(message), sampleHotkey('bob').publicKey)).toBe(false);
  });

  it('reads a signature with or without its prefix, and nothing else', () => {
    const signature = alice.sign(message);
    const text = signatureText(signature);
    expect(text).toMatch(/^0x[0-9a-f]{128}$/);
    for (const form of [text, text.slice(2), text.toUpperCase(), `0x${text.slice(2).toUpperCase()}`]) {
      expect(Buffer.from(parseSignature(form)!)).toEqual(Buffer.from(signature));
    }
    for (const form of [
      '',
      '0x',
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      `${text}\n`,
      `0x${text}`,
      text.replace('0x', 'g0'),
    ]) {
      expect(parseSignature(form)).toBeUndefined();
    }
  });
});
