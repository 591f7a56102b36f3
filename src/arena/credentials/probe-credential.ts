import { Fault } from '../../fault/fault.ts';
import type { Provider } from './providers.ts';

const PROBE_TIMEOUT_MILLISECONDS = 10_000;
const LONGEST_CREDENTIAL = 4_096;

/**
 * Checks a credential with its provider, so that a contestant learns of an invalid one now and not when a validator
 * fails. No error thrown here contains the credential.
 */
export async function probeCredential(
  name: string,
  { baseUrl, probePath }: Provider,
  credential: string,
  timeoutMilliseconds = PROBE_TIMEOUT_MILLISECONDS,
): Promise<void> {
  // Any other character in a header would cause an error that shows the credential, or start another header.
  if (!/^[\x21-\x7e]+$/.test(credential) || credential.length > LONGEST_CREDENTIAL) {
    throw invalid(`A credential is one word of visible ASCII characters, at most ${LONGEST_CREDENTIAL} of them.`);
  }
  const status = await statusOf(
    name,
    new URL(probePath.replace(/^\//, ''), `${baseUrl}/`).href,
    credential,
    timeoutMilliseconds,
  );
  if (status === 401 || status === 403) throw invalid(`The provider ${name} does not accept this credential.`);
  if (status < 200 || status > 299) throw unreachable(name, `it answered ${status}`);
}

async function statusOf(name: string, address: string, credential: string, timeout: number): Promise<number> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', authorization: `Bearer ${credential}` },
      // The credential must not be sent to the target of a redirect.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    // Only the status matters; the body is not read.
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    throw unreachable(name, isLate ? `no answer within ${timeout} ms` : 'no connection, or no HTTP', error);
  }
}

function invalid(message: string): Fault {
  return new Fault('CREDENTIAL_INVALID', {
    message: `${message} Nothing was stored.`,
    remedy: 'Copy the key again, or create a new one at the provider.',
  });
}

function unreachable(name: string, why: string, cause?: unknown): Fault {
  return new Fault('PROVIDER_UNREACHABLE', {
    message: `The provider ${name} could not verify the credential: ${why}. Nothing was stored.`,
    remedy: 'Try again later.',
    cause,
  });
}
