import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readBody } from '../../net/read-body.ts';
import type { Provider } from './providers.ts';

export interface AuthorizationCode {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_BYTES = 64 * 1024;
const granted = z.object({ refresh_token: z.string().min(1) });

/** Exchanges the code of a browser login (OAuth with PKCE) for a permanent credential at the provider. */
export async function exchangeCode(
  name: string,
  { exchangeUrl }: Provider,
  { code, codeVerifier, redirectUri }: AuthorizationCode,
): Promise<string> {
  if (exchangeUrl === undefined) {
    throw new Fault('PROVIDER_UNKNOWN', {
      message: `The provider ${name} does not support authorization codes in this arena.`,
      remedy: 'Store a credential of the provider instead.',
    });
  }
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  });
  const { status, text } = await post(name, exchangeUrl, form);
  if (status >= 500) throw unreachable(name, `it answered ${status}`);
  const json = parseJson(text);
  const parsed = granted.safeParse(json.ok ? json.value : undefined);
  if (status < 300 && parsed.success) return parsed.data.refresh_token;
  throw new Fault('CREDENTIAL_INVALID', {
    message: `The provider ${name} does not accept this code. Nothing was stored.`,
    remedy: 'Log in with the provider again: a code can be used once and expires soon.',
  });
}

async function post(name: string, url: string, form: URLSearchParams): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const read = await readBody(response, MOST_BYTES);
    if (!read.ok) throw new RangeError('the answer is too long');
    return { status: response.status, text: new TextDecoder().decode(read.bytes) };
  } catch (error) {
    throw unreachable(name, 'no connection, or no answer that can be read', error);
  }
}

function unreachable(name: string, why: string, cause?: unknown): Fault {
  return new Fault('PROVIDER_UNREACHABLE', {
    message: `The provider ${name} could not be reached: ${why}. Nothing was stored.`,
    remedy: 'Try again later.',
    cause,
  });
}
