import type { ArrivedRequest } from './arrived-request.ts';
import { type AuthRefusal, refuse } from './auth-refusal.ts';
import { checkSignature, type SignatureRules, type SignedRequest } from './check-signature.ts';
import type { Nonces } from './nonces.ts';

export interface RequestVerifierOptions {
  readonly rules: SignatureRules;
  readonly nonces: Nonces;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Authenticates a request and rejects replays. The nonce is used up only after the signature is verified, so that a
 * stranger cannot use up another caller's nonce.
 */
export async function verifyRequest(
  request: ArrivedRequest,
  options: RequestVerifierOptions,
): Promise<SignedRequest | AuthRefusal> {
  const { rules, nonces } = options;
  const now = Math.floor(options.now);
  const signed = checkSignature(request, rules, now);
  if (!signed.ok) return signed;
  // A timestamp from the farthest future accepted now stays acceptable until now plus twice the skew, inclusive.
  const outcome = await nonces.register(signed.hotkey, signed.nonce, { now, keepUntil: now + 2 * rules.skewSeconds });
  if (outcome === 'used') return refuse('NONCE_REUSED');
  if (outcome === 'full') return refuse('NONCES_FULL');
  return signed;
}
