import type { VerifySignature } from '../hotkey.ts';
import { parseSs58 } from '../ss58.ts';
import { parseSignature, verifyPlainOrWrapped } from '../text-signature.ts';
import type { ArrivedRequest } from './arrived-request.ts';
import { type AuthHeaders, readAuthHeaders, type SignatureVersion } from './auth-headers.ts';
import { type AuthRefusal, refuse } from './auth-refusal.ts';
import { requestMessage1, requestMessage2 } from './request-message.ts';

export interface SignatureRules {
  /** Name of this arena and its chain, as clients sign it. */
  readonly arena: string;
  /** Maximum difference between the client's clock and ours in seconds, in either direction, inclusive. */
  readonly skewSeconds: number;
  readonly maxNonceLength: number;
  /** Refuses version 1, whose captured headers are valid for any request until their nonce is used. */
  readonly requireVersion2: boolean;
  /** Verifies a signature; by default in JavaScript. */
  readonly verify?: VerifySignature;
}

export const DEFAULT_SIGNATURE_RULES = { skewSeconds: 60, maxNonceLength: 256, requireVersion2: false } as const;

export interface SignedRequest {
  readonly ok: true;
  readonly hotkey: string;
  readonly nonce: string;
  readonly version: SignatureVersion;
  /** The signed message and its signature, so that others can verify them. */
  readonly proof: { readonly message: string; readonly signature: string };
}

const TIMESTAMP = /^-?\d{1,15}$/;
/** Without a colon, the separator of version 1, and without a space, which appears if two headers were joined. */
const NONCE = /^[\x21-\x39\x3b-\x7e]+$/;
/** Accepts one spelling only; otherwise a captured request could be sent again in another spelling. */
const STRICT_SIGNATURE = /^0x[0-9a-f]{128}$/;

/**
 * All stateless checks of a signed request, in the order in which clients expect the errors. `verifyRequest` detects
 * replays.
 */
export function checkSignature(
  request: ArrivedRequest,
  rules: SignatureRules,
  nowSeconds: number,
): SignedRequest | AuthRefusal {
  const headers = readAuthHeaders(request.headers);
  if (!headers.ok) return headers;
  const { hotkey, timestamp, nonce, version } = headers;
  if (rules.requireVersion2 && version !== 2) return refuse('SIGNATURE_VERSION_REQUIRED');
  const address = parseSs58(hotkey);
  if (!address.ok) return refuse('INVALID_HOTKEY_FORMAT');
  if (!TIMESTAMP.test(timestamp)) return refuse('INVALID_TIMESTAMP');
  const skew = Math.abs(Math.floor(nowSeconds) - Number(timestamp));
  if (!(skew <= rules.skewSeconds)) return refuse('TIMESTAMP_SKEW');
  if (nonce.length > rules.maxNonceLength) return refuse('NONCE_TOO_LONG');
  if (!NONCE.test(nonce)) return refuse('NONCE_INVALID_CHARS');
  const message = signedMessage(request, headers, rules, address.publicKey);
  if (message === undefined) return refuse('INVALID_SIGNATURE');
  const proof = { message: Buffer.from(message).toString('utf8'), signature: headers.signature };
  return { ok: true, hotkey, nonce, version, proof };
}

/** The text that the signature covers; `undefined` if the signature is invalid. */
function signedMessage(
  request: ArrivedRequest,
  headers: AuthHeaders,
  { arena, verify }: SignatureRules,
  publicKey: Uint8Array,
): Uint8Array | undefined {
  if (headers.version === 2 && !STRICT_SIGNATURE.test(headers.signature)) return undefined;
  const signature = parseSignature(headers.signature);
  const message = headers.version === 1 ? requestMessage1(headers) : requestMessage2(headers, { ...request, arena });
  if (signature === undefined || message === undefined) return undefined;
  return verifyPlainOrWrapped(message, signature, publicKey, verify) ? message : undefined;
}
