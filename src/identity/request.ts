/** Signed requests. */
export { refusalBody } from './request/auth-refusal.ts';
export { DEFAULT_SIGNATURE_RULES, type SignatureRules } from './request/check-signature.ts';
export type { Nonces } from './request/nonces.ts';
export { requestTarget, signRequest } from './request/sign-request.ts';
