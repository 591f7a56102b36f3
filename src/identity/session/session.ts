import { randomBytes } from 'node:crypto';
import { sha256 } from '../../store/sha256.ts';
import type { Role } from '../access/standing.ts';

export interface Session {
  /** SHA-256 of the token. The token itself is returned once and never stored, so a stolen store gives no access. */
  readonly tokenHash: string;
  readonly hotkey: string;
  /** The role when the session was opened; permissions are checked again on every request. */
  readonly role: Role;
  /** Unix seconds, whole. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export const DEFAULT_SESSION_SECONDS = 7200;
/** Clocks of several servers may differ by up to this much. */
export const CLOCK_ALLOWANCE_SECONDS = 600;
const TOKEN_BYTES = 32;
const TOKEN = /^ses_[0-9a-f]{64}$/;

export function newSessionToken(): string {
  return `ses_${randomBytes(TOKEN_BYTES).toString('hex')}`;
}

/**
 * Key for looking up a session. The timing of a lookup reveals something about the hash, but a caller cannot choose a
 * hash.
 */
export function sessionTokenHash(token: string): string {
  return sha256(token);
}

/**
 * `revokedAfter` also ends sessions opened in that same second: a session opened just before a ban must not survive it.
 * A session with a creation time in the future was opened by a clock that was ahead. It would live too long, so it is
 * not alive.
 */
export function isSessionAlive(session: Session, revokedAfter: number | undefined, nowSeconds: number): boolean {
  if (session.createdAt > nowSeconds + CLOCK_ALLOWANCE_SECONDS) return false;
  return nowSeconds < session.expiresAt && !(revokedAfter !== undefined && session.createdAt <= revokedAfter);
}

/** The token in an `Authorization` header, whose scheme may be in any case; `undefined` if there is none. */
export function bearerToken(authorization: string): string | undefined {
  const [scheme, token, ...more] = authorization.trim().split(/[ \t]+/);
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || more.length > 0) return undefined;
  return TOKEN.test(token) ? token : undefined;
}
