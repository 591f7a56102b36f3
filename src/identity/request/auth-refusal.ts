/**
 * Error code, status and message of each authentication failure. The codes from `INVALID_SESSION` on are Assay's own;
 * the others, with their messages, are those of the original platform, which clients rely on.
 */
const REFUSALS = {
  MISSING_HEADERS: [401, 'Missing required authentication headers'],
  INVALID_HOTKEY_FORMAT: [400, 'Invalid hotkey format'],
  INVALID_TIMESTAMP: [400, 'Invalid timestamp format'],
  INVALID_SIGNATURE_FORMAT: [400, 'Invalid signature format'],
  NONCE_TOO_LONG: [400, 'Nonce exceeds maximum allowed length'],
  NONCE_INVALID_CHARS: [400, 'Nonce contains characters that are not allowed'],
  TIMESTAMP_SKEW: [401, 'Timestamp outside acceptable window'],
  INVALID_SIGNATURE: [401, 'Invalid signature'],
  NONCE_REUSED: [401, 'Nonce has already been used'],
  NOT_REGISTERED: [403, 'Hotkey not registered on subnet'],
  NOT_REGISTERED_AS_VALIDATOR: [403, 'Not registered as validator'],
  BANNED: [403, 'Hotkey is banned'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  INVALID_SESSION: [401, 'Invalid or expired session'],
  SIGNATURE_VERSION_UNSUPPORTED: [400, 'X-Signature-Version must be 1 or 2'],
  SIGNATURE_VERSION_REQUIRED: [401, 'This arena accepts signatures of version 2 only'],
  NOT_ADMIN: [403, 'Not an administrator of this arena'],
  METAGRAPH_STALE: [503, 'The arena’s metagraph is too old; try again in a few minutes'],
  NONCES_FULL: [503, 'Too many nonces are stored; try again in a minute'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type AuthRefusalCode = keyof typeof REFUSALS;

export interface AuthRefusal {
  readonly ok: false;
  readonly code: AuthRefusalCode;
  readonly status: 400 | 401 | 403 | 503;
  readonly message: string;
}

export function refuse(code: AuthRefusalCode, addition = ''): AuthRefusal {
  const [status, message] = REFUSALS[code];
  return { ok: false, code, status, message: `${message}${addition}` };
}

/** For arenas in which every 401 has the same body. Errors for malformed input and bans stay as they are. */
export function collapseRefusal(refusal: AuthRefusal): AuthRefusal {
  return refusal.status === 401 ? refuse('UNAUTHORIZED') : refusal;
}

export function refusalBody({ code, message }: AuthRefusal): { detail: { code: string; message: string } } {
  return { detail: { code, message } };
}
