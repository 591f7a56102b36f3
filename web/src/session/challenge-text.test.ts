import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeNonce, DEFAULT_CHALLENGE_RULES, newChallenge } from '../../../src/identity/session/challenge.ts';
import { isChallenge } from './challenge-text.ts';

const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';

describe('challenges signed by the page', () => {
  it('the page signs a challenge that the arena issued', () => {
    expect(isChallenge(newChallenge(ADDRESS, DEFAULT_CHALLENGE_RULES, 1_760_000_000).text)).toBe(true);
  });

  it('the page never signs a request as a challenge, of either version', () => {
    const nonce = '0'.repeat(32);
    expect(isChallenge(`${ADDRESS}:1760000000:${nonce}`)).toBe(false);
    expect(isChallenge(`assay-request-v2\na\nGET\n/\n${'0'.repeat(64)}\n${ADDRESS}\n1760000000\n${nonce}`)).toBe(false);
    expect(isChallenge(`prefix:1:${nonce}\n`)).toBe(false);
  });

  it('the page agrees with the server about every challenge text', () => {
    const piece = fc.constantFrom('bittensor-auth', ADDRESS, ':', '1760000000', '0'.repeat(32), '\n', ' ', 'ü', '');
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (each) => {
        expect(isChallenge(each)).toBe(challengeNonce(each) !== undefined);
      }),
    );
  });
});
