import { describe, expect, it } from 'vitest';
import { sampleHotkey } from '../testing/sample-hotkeys.ts';
import { signChallenge } from '../testing/sign-challenge.ts';
import { challengeNonce, DEFAULT_CHALLENGE_RULES, newChallenge } from './challenge.ts';
import { bearerToken, isSessionAlive, newSessionToken, type Session, sessionTokenHash } from './session.ts';

const session: Session = { tokenHash: 'h', hotkey: 'a', role: 'miner', createdAt: 1000, expiresAt: 8200 };
const { address } = sampleHotkey('alice');

describe('a session token', () => {
  it('a session token cannot be guessed, nor found in the store', () => {
    const token = newSessionToken();
    expect(token).toMatch(/^ses_[0-9a-f]{64}$/);
    expect(newSessionToken()).not.toBe(token);
    expect(sessionTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(token).not.toContain(sessionTokenHash(token));
  });

  it('reads a session token from the header with its scheme in any case', () => {
    const token = newSessionToken();
    for (const header of [`Bearer ${token}`, `bearer ${token}`, ` BEARER  ${token} `])
      expect(bearerToken(header)).toBe(token);
    const bad = [
      '',
      'Bearer',
      `Basic ${token}`,
      token,
      `Bearer ${token} x`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token}0`,
    ];
    for (const header of [...bad, `Bearer,${token}`, `Bearer ${token}, Bearer ${token}`]) {
      expect(bearerToken(header)).toBeUndefined();
    }
  });
});

const THREE_DAYS = 3 * 86_400;

describe('a session', () => {
  it('a session lives until it expires or all sessions of its hotkey are ended', () => {
    expect(isSessionAlive(session, undefined, 8199.9)).toBe(true);
    expect(isSessionAlive(session, undefined, 8200)).toBe(false);
    expect(isSessionAlive(session, 999, 2000)).toBe(true);
    expect(isSessionAlive(session, 1000, 2000)).toBe(false);
    expect(isSessionAlive(session, 0, 2000)).toBe(true);
  });

  it('a session opened while the clock was three days ahead ends when the clock returns', () => {
    const opened = { ...session, createdAt: 1000 + THREE_DAYS, expiresAt: 8200 + THREE_DAYS };
    expect(isSessionAlive(opened, undefined, 1100 + THREE_DAYS)).toBe(true);
    expect(isSessionAlive(opened, undefined, 1200)).toBe(false);
    // Servers whose clocks differ slightly accept each other's sessions.
    expect(isSessionAlive({ ...session, createdAt: 1060 }, undefined, 1000)).toBe(true);
    // After the clock jumps forward and back, the earlier session is still alive.
    expect(isSessionAlive(session, undefined, 1000 + THREE_DAYS)).toBe(false);
    expect(isSessionAlive(session, undefined, 1300)).toBe(true);
  });
});

describe('a challenge', () => {
  it('a challenge contains its time and an unguessable part', () => {
    const challenge = newChallenge(address, DEFAULT_CHALLENGE_RULES, 1_760_000_000.7);
    expect(challenge.text).toMatch(/^bittensor-auth:1760000000:[0-9a-f]{32}$/);
    expect(challenge.expiresAt).toBe(1_760_000_060);
    expect(challengeNonce(challenge.text)).toBe(challenge.nonce);
  });

  it('rejects a challenge prefix that could be read as something else', () => {
    for (const prefix of ['', address, 'a:b', 'a\nb', 'x'.repeat(65)]) {
      expect(() => newChallenge(address, { prefix, lifeSeconds: 60 }, 1)).toThrow(RangeError);
    }
  });

  it('a client signs nothing but a challenge when a server asks', () => {
    const alice = sampleHotkey('alice');
    expect(signChallenge(alice, newChallenge(address, DEFAULT_CHALLENGE_RULES, 1).text)).toMatch(/^0x/);
    const nonce = '0'.repeat(32);
    for (const text of [
      '',
      'hello',
      `${address}:1760000000:${nonce}`,
      `assay-request-v2\n${nonce}`,
      `a:1:${nonce}\n`,
    ]) {
      expect(() => signChallenge(alice, text)).toThrow('nothing was signed');
    }
  });
});
