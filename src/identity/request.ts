/** Signed requests. */
export { refusalBody, refuse } from './request/auth-refusal.ts';
export { DEFAULT_SIGNATURE_RULES, type SignatureRules } from './request/check-signature.ts';
export type { Nonces } from './request/nonces.ts';
export { VERSION_2_LINE } from './request/request-message.ts';
export { requestTarget, signRequest } from './request/sign-request.ts';
