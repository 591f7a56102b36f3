import { describe, expect, it } from 'vitest';
import type { Role } from '../access/standing.ts';
import type { Hotkey } from '../hotkey.ts';
import { MemoryChallenges } from '../testing/memory-challenges.ts';
import { MemorySessions } from '../testing/memory-sessions.ts';
import { sampleHotkey } from '../testing/sample-hotkeys.ts';
import { signChallenge } from '../testing/sign-challenge.ts';
import { signatureText, wrapForWallet } from '../text-signature.ts';
import { DEFAULT_CHALLENGE_RULES } from './challenge.ts';
import { issueChallenge, openSession, type SessionServices } from './open-session.ts';
import { sessionTokenHash } from './session.ts';

const NOW = 1_760_000_000.5;
const miner = sampleHotkey('miner');
const validator = sampleHotkey('validator');
const banned = sampleHotkey('banned');
const stranger = sampleHotkey('stranger');
const ROLES: Readonly<Record<string, Role>> = {
  [miner.address]: 'miner',
  [validator.address]: 'validator',
  [banned.address]: 'miner',
};

/** Session services that count lookups of hotkeys. */
function openServices(change: Partial<SessionServices> = {}) {
  const looked = { up: 0 };
  const services: SessionServices = {
    challenges: new MemoryChallenges(),
    sessions: new MemorySessions(),
    roleOf: async (hotkey) => {
      looked.up++;
      return ROLES[hotkey];
    },
    bans: {
      isBanned: async (hotkey) => {
        looked.up++;
        return hotkey === banned.address;
      },
    },
    sessionSeconds: 7200,
    collapse: false,
    now: NOW,
    ...change,
  };
  return { services, looked };
}

async function challengeFor(hotkey: Hotkey, { challenges }: SessionServices): Promise<string> {
  const issued = await issueChallenge(hotkey.address, { challenges, rules: DEFAULT_CHALLENGE_RULES, now: NOW });
  if (!issued.ok) throw new Error(issued.message);
  expect(issued.expiresAt).toBe(1_760_000_060);
  return issued.challenge;
}

describe('opening a session', () => {
  it('gives a token to the signer of a challenge, and stores only its hash', async () => {
    const { services } = openServices();
    const challenge = await challengeFor(validator, services);
    const answer = { hotkey: validator.address, challenge, signature: signChallenge(validator, challenge) };
    const opened = await openSession(answer, services);
    expect(opened).toEqual({
      ok: true,
      token: expect.stringMatching(/^ses_[0-9a-f]{64}$/),
      expiresAt: 1_760_007_200,
      role: 'validator',
    });
    const kept = await services.sessions.find(sessionTokenHash(opened.ok ? opened.token : ''));
    expect(kept?.session).toMatchObject({ hotkey: validator.address, createdAt: 1_760_000_000 });
    expect(JSON.stringify(kept)).not.toContain('ses_');
  });

  it('opens a session for a challenge that a browser wallet signed', async () => {
    const { services } = openServices();
    const challenge = await challengeFor(miner, services);
    const signature = signatureText(miner.sign(wrapForWallet(Buffer.from(challenge)))).slice(2);
    expect(await openSession({ hotkey: miner.address, challenge, signature }, services)).toMatchObject({
      role: 'miner',
    });
  });

  it('refuses a challenge that was issued while the clock was three days ahead', async () => {
    const { services } = openServices();
    const rules = DEFAULT_CHALLENGE_RULES;
    const { challenges } = services;
    for (const [ahead, detail] of [
      [3 * 86_400, 'Invalid or expired challenge'],
      [-3 * 86_400, 'Invalid or expired challenge'],
      [30, undefined],
    ] as const) {
      const issued = await issueChallenge(miner.address, { challenges, rules, now: NOW + ahead });
      const challenge = issued.ok ? issued.challenge : '';
      const answer = { hotkey: miner.address, challenge, signature: signChallenge(miner, challenge) };
      expect(await openSession(answer, services)).toMatchObject(detail === undefined ? { ok: true } : { detail });
    }
  });

  it('a challenge can be used once, whatever the outcome', async () => {
    const { services } = openServices();
    const challenge = await challengeFor(miner, services);
    const answer = { hotkey: miner.address, challenge, signature: signChallenge(miner, challenge) };
    const results = await Promise.all(Array.from({ length: 5 }, () => openSession(answer, services)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const next = await challengeFor(miner, services);
    const wrong = { hotkey: miner.address, challenge: next, signature: signChallenge(stranger, next) };
    expect(await openSession(wrong, services)).toMatchObject({ detail: 'Invalid signature' });
    const right = { ...wrong, signature: signChallenge(miner, next) };
    expect(await openSession(right, services)).toEqual({
      ok: false,
      status: 401,
      detail: 'Invalid or expired challenge',
    });
  });

  it('rejects a challenge with the messages that clients expect', async () => {
    const { services } = openServices();
    const refusal = async (
      hotkey: Hotkey,
      change: (challenge: string) => Partial<Record<string, string>>,
      late = 0,
    ) => {
      const challenge = await challengeFor(hotkey, services);
      const answer = { hotkey: hotkey.address, challenge, signature: signChallenge(hotkey, challenge) };
      const result = await openSession({ ...answer, ...change(challenge) }, { ...services, now: NOW + late });
      return result.ok ? 'ok' : `${result.status} ${result.detail}`;
    };
    expect(await refusal(miner, () => ({}), 59.4)).toBe('ok');
    expect(await refusal(miner, () => ({}), 59.5)).toBe('401 Invalid or expired challenge');
    expect(await refusal(miner, () => ({ challenge: 'nonsense' }))).toBe('401 Invalid or expired challenge');
    expect(await refusal(miner, () => ({ hotkey: stranger.address }))).toBe('401 Hotkey mismatch');
    expect(await refusal(miner, () => ({ hotkey: 'nobody' }))).toBe('401 Hotkey mismatch');
    expect(await refusal(miner, (text) => ({ challenge: text.replace('176', '177') }))).toBe('401 Challenge mismatch');
    expect(await refusal(miner, () => ({ signature: 'nonsense' }))).toBe('401 Invalid signature');
    expect(await refusal(miner, (text) => ({ signature: signChallenge(stranger, text) }))).toBe(
      '401 Invalid signature',
    );
    expect(await refusal(stranger, () => ({}))).toBe('401 Not registered on subnet');
    expect(await refusal(banned, () => ({}))).toBe('403 Hotkey is banned');
  });

  it('reveals nothing about a hotkey to a caller that cannot sign for it', async () => {
    const forger = sampleHotkey('forger');
    const { services, looked } = openServices();
    const answers = [];
    for (const hotkey of [miner, validator, banned, stranger]) {
      const challenge = await challengeFor(hotkey, services);
      const signature = signChallenge(forger, challenge);
      answers.push(await openSession({ hotkey: hotkey.address, challenge, signature }, services));
    }
    expect(answers).toEqual(Array(4).fill({ ok: false, status: 401, detail: 'Invalid signature' }));
    expect(looked.up).toBe(0);
  });

  it('can answer every rejected session with the same message', async () => {
    const { services } = openServices({ collapse: true });
    const same = { ok: false, status: 401, detail: 'Unauthorized' };
    for (const [owner, signer] of [
      [stranger, stranger],
      [stranger, miner],
      [miner, stranger],
    ] as const) {
      const challenge = await challengeFor(owner, services);
      const answer = { hotkey: owner.address, challenge, signature: signChallenge(signer, challenge) };
      expect(await openSession(answer, services)).toEqual(same);
      expect(await openSession(answer, services)).toEqual(same);
    }
  });

  it('issues a challenge for any valid address, and for nothing else', async () => {
    const { challenges } = openServices().services;
    for (const hotkey of ['', 'nobody', miner.address.slice(1), '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5']) {
      const issued = await issueChallenge(hotkey, { challenges, rules: DEFAULT_CHALLENGE_RULES, now: NOW });
      expect(issued).toMatchObject({ ok: false, code: 'INVALID_HOTKEY_FORMAT', status: 400 });
    }
  });
});
