import { type HeaderFields, headerValues } from './arrived-request.ts';
import { type AuthRefusal, refuse } from './auth-refusal.ts';

export type SignatureVersion = 1 | 2;

export interface AuthHeaders {
  readonly ok: true;
  readonly version: SignatureVersion;
  readonly hotkey: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
}

const REQUIRED = ['X-Hotkey', 'X-Timestamp', 'X-Nonce', 'X-Signature'] as const;
export const VERSION_HEADER = 'X-Signature-Version';

/**
 * The headers of a signed request, verbatim. Each may occur only once: with two, a proxy in front and the arena could
 * each use a different one.
 */
export function readAuthHeaders(headers: HeaderFields): AuthHeaders | AuthRefusal {
  const values = REQUIRED.map((name) => headerValues(headers, name));
  const missing = REQUIRED.filter((_, index) => values[index]!.join('') === '');
  if (missing.length > 0) return refuse('MISSING_HEADERS', `: ${missing.join(', ')}`);
  const repeated = REQUIRED.filter((_, index) => values[index]!.length > 1);
  if (repeated.length > 0) return refuse('MISSING_HEADERS', `: ${repeated.join(', ')} (sent more than once)`);
  const version = headerValues(headers, VERSION_HEADER);
  if (version.length > 1 || !['1', '2'].includes(version[0] ?? '1')) return refuse('SIGNATURE_VERSION_UNSUPPORTED');
  const [hotkey, timestamp, nonce, signature] = values.map(([value]) => value) as [string, string, string, string];
  return { ok: true, version: version[0] === '2' ? 2 : 1, hotkey, timestamp, nonce, signature };
}
