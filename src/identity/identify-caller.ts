import { authorize, type Bans, type Need } from './access/authorize.ts';
import type { Metagraph } from './access/metagraph.ts';
import { currentStanding, type Standing, type StandingRules } from './access/standing.ts';
import { type ArrivedRequest, headerValues } from './request/arrived-request.ts';
import { type AuthRefusal, collapseRefusal, refuse } from './request/auth-refusal.ts';
import type { SignatureRules, SignedRequest } from './request/check-signature.ts';
import type { Nonces } from './request/nonces.ts';
import { verifyRequest } from './request/verify-request.ts';
import { bearerToken, isSessionAlive, sessionTokenHash } from './session/session.ts';
import type { Sessions } from './session/sessions.ts';

export interface CallerServices {
  readonly signatures: SignatureRules;
  readonly standing: StandingRules;
  readonly nonces: Nonces;
  readonly sessions: Sessions;
  readonly metagraph: Metagraph;
  readonly bans: Bans;
  /** Whether every 401 has the same body. */
  readonly collapse: boolean;
  /** Unix seconds. */
  readonly now: () => number;
}

export interface Caller {
  readonly ok: true;
  readonly hotkey: string;
  readonly standing: Standing;
  readonly by: 'signature' | 'session';
  /** What was signed, if the request was signed. */
  readonly proof?: SignedRequest['proof'];
  /** When the session expires, in Unix seconds, if the caller used one. */
  readonly expiresAt?: number;
}

/** Identifies the caller and checks its permission; otherwise returns the refusal. */
export async function identifyCaller(
  request: ArrivedRequest,
  need: Need,
  services: CallerServices,
): Promise<Caller | AuthRefusal> {
  const now = services.now();
  const proof = await proofOf(request, services, now);
  if (!proof.ok) return services.collapse ? collapseRefusal(proof) : proof;
  const standing = await currentStanding(proof.hotkey, services, now, (known) => fallsShort(known, need));
  const banned = await services.bans.isBanned(proof.hotkey);
  return authorize(standing, need, banned) ?? { ...proof, standing };
}

/** Also for endpoints that anyone may use: their answers say what the caller may do. */
function fallsShort({ admin, registered, validator }: Standing, need: Need): boolean {
  if (need === 'validator') return validator === false;
  return registered === false && (need === 'registered' || (need === 'anyone' && !admin));
}

/** An invalid bearer token is never ignored in favour of signed headers: it may belong to an ended session. */
async function proofOf(
  request: ArrivedRequest,
  services: CallerServices,
  now: number,
): Promise<Omit<Caller, 'standing'> | AuthRefusal> {
  const authorization = headerValues(request.headers, 'Authorization');
  if (authorization.length === 0) {
    const signed = await verifyRequest(request, { rules: services.signatures, nonces: services.nonces, now });
    return signed.ok ? { ok: true, hotkey: signed.hotkey, by: 'signature', proof: signed.proof } : signed;
  }
  const token = authorization.length === 1 ? bearerToken(authorization[0]!) : undefined;
  const found = token === undefined ? undefined : await services.sessions.find(sessionTokenHash(token));
  if (found === undefined || !isSessionAlive(found.session, found.revokedAfter, now)) return refuse('INVALID_SESSION');
  return { ok: true, hotkey: found.session.hotkey, by: 'session', expiresAt: found.session.expiresAt };
}
