import { describe, expect, it } from 'vitest';
import { isCredentialText } from './credential-text.ts';
import { requestMessage1, requestMessage2 } from './request/request-message.ts';
import { DEFAULT_CHALLENGE_RULES, newChallenge } from './session/challenge.ts';
import { sampleHotkey } from './testing/sample-hotkeys.ts';
import { wrapForWallet } from './text-signature.ts';

const { address } = sampleHotkey('alice');
const stamp = { hotkey: address, timestamp: '1700000000', nonce: 'n-1' };

describe('credential texts', () => {
  it('recognises a credential in every format, wrapped or not', () => {
    const content = { arena: 'assay:test', method: 'GET', target: '/', body: new Uint8Array() };
    const messages = [
      requestMessage1(stamp),
      requestMessage2(stamp, content)!,
      Buffer.from(newChallenge(address, DEFAULT_CHALLENGE_RULES, 1_700_000_000).text),
    ];
    for (const message of messages.flatMap((plain) => [plain, wrapForWallet(plain)])) {
      expect(isCredentialText(Buffer.from(message).toString())).toBe(true);
    }
  });

  it('does not take other text for a credential', () => {
    for (const text of [
      '',
      'hello',
      address,
      `I own ${address}`,
      'a:b:c',
      '<Bytes>hello</Bytes>',
      'assay-request-v2',
    ]) {
      expect(isCredentialText(text)).toBe(false);
    }
  });
});
