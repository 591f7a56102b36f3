import { timingSafeEqual } from 'node:crypto';
import type { Bans } from '../access/authorize.ts';
import type { Role } from '../access/standing.ts';
import { type AuthRefusal, refuse } from '../request/auth-refusal.ts';
import { parseSs58 } from '../ss58.ts';
import { parseSignature, verifyPlainOrWrapped } from '../text-signature.ts';
import { type Challenge, type ChallengeRules, challengeNonce, newChallenge } from './challenge.ts';
import type { Challenges } from './challenges.ts';
import { CLOCK_ALLOWANCE_SECONDS, newSessionToken, type Session, sessionTokenHash } from './session.ts';
import type { Sessions } from './sessions.ts';

/** The messages of the original platform, which clients rely on; sent as a plain `detail`. */
export type SessionRefusal =
  | {
      readonly ok: false;
      readonly status: 401;
      readonly detail:
        | 'Invalid or expired challenge'
        | 'Hotkey mismatch'
        | 'Challenge mismatch'
        | 'Invalid signature'
        | 'Not registered on subnet'
        | 'Unauthorized';
    }
  | { readonly ok: false; readonly status: 403; readonly detail: 'Hotkey is banned' };

export interface OpenedSession {
  readonly ok: true;
  /** Returned only here and never stored. */
  readonly token: string;
  readonly expiresAt: number;
  readonly role: Role;
}

export interface SessionServices {
  readonly challenges: Challenges;
  readonly sessions: Sessions;
  readonly bans: Bans;
  readonly roleOf: (hotkey: string) => Promise<Role | undefined>;
  readonly sessionSeconds: number;
  /** Whether every 401 has the same body. */
  readonly collapse: boolean;
  /** Unix seconds. */
  readonly now: number;
}

export interface IssuedChallenge {
  readonly ok: true;
  readonly challenge: string;
  readonly expiresAt: number;
}

/** Any caller gets a challenge: only a caller that can sign learns whether the hotkey is registered. */
export async function issueChallenge(
  hotkey: string,
  services: { readonly challenges: Challenges; readonly rules: ChallengeRules; readonly now: number },
): Promise<IssuedChallenge | AuthRefusal> {
  if (!parseSs58(hotkey).ok) return refuse('INVALID_HOTKEY_FORMAT');
  const challenge = newChallenge(hotkey, services.rules, services.now);
  await services.challenges.put(challenge);
  return { ok: true, challenge: challenge.text, expiresAt: challenge.expiresAt };
}

export interface ChallengeAnswer {
  readonly hotkey: string;
  readonly challenge: string;
  readonly signature: string;
}

/**
 * Opens a session for the signer of the challenge. The signature is checked even if the challenge is unknown, and
 * nothing about the hotkey is looked up before it is verified. So neither the answer nor its timing reveals who is
 * registered, who is banned, or which challenges are open.
 */
export async function openSession(
  answer: ChallengeAnswer,
  services: SessionServices,
): Promise<OpenedSession | SessionRefusal> {
  const no = (detail: Exclude<SessionRefusal['detail'], 'Hotkey is banned'>): SessionRefusal => {
    return { ok: false, status: 401, detail: services.collapse ? 'Unauthorized' : detail };
  };
  const now = Math.floor(services.now);
  const signed = isSigned(answer);
  const nonce = challengeNonce(answer.challenge);
  const given = nonce === undefined ? undefined : await services.challenges.take(nonce);
  if (given === undefined || !isOpen(given, now)) return no('Invalid or expired challenge');
  if (!sameText(given.hotkey, answer.hotkey)) return no('Hotkey mismatch');
  if (!sameText(given.text, answer.challenge)) return no('Challenge mismatch');
  if (!signed) return no('Invalid signature');
  const role = await services.roleOf(answer.hotkey);
  if (role === undefined) return no('Not registered on subnet');
  if (await services.bans.isBanned(answer.hotkey)) return { ok: false, status: 403, detail: 'Hotkey is banned' };
  const token = newSessionToken();
  const session: Session = {
    tokenHash: sessionTokenHash(token),
    hotkey: answer.hotkey,
    role,
    createdAt: now,
    expiresAt: now + services.sessionSeconds,
  };
  await services.sessions.open(session);
  return { ok: true, token, expiresAt: session.expiresAt, role };
}

/** Challenges are valid for a minute. A challenge that expires much later was issued by a clock that was ahead. */
function isOpen({ expiresAt }: Challenge, now: number): boolean {
  return now < expiresAt && expiresAt <= now + CLOCK_ALLOWANCE_SECONDS;
}

function isSigned({ hotkey, challenge, signature }: ChallengeAnswer): boolean {
  const address = parseSs58(hotkey);
  const bytes = parseSignature(signature);
  return address.ok && bytes !== undefined && verifyPlainOrWrapped(Buffer.from(challenge), bytes, address.publicKey);
}

function sameText(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}
