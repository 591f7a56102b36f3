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
 * Who sent a request, once. The nonce is used up only after the signature proved good, so that a stranger cannot burn
 * somebody else's.
 */
export async function verifyRequest(
  request: ArrivedRequest,
  options: RequestVerifierOptions,
): Promise<SignedRequest | AuthRefusal> {
  const { rules, nonces } = options;
  const now = Math.floor(options.now);
  const signed = checkSignature(request, rules, now);
  if (!signed.ok) return signed;
  // A timestamp from the farthest future that is accepted now stays acceptable until twice the skew from now, inclusive.
  const outcome = await nonces.register(signed.hotkey, signed.nonce, { now, keepUntil: now + 2 * rules.skewSeconds });
  if (outcome === 'used') return refuse('NONCE_REUSED');
  if (outcome === 'full') return refuse('NONCES_FULL');
  return signed;
}
