import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isInNetwork, isPublicAddress, type Network } from './public-address.ts';
import { retryAfterMilliseconds } from './retry-after.ts';

/** Resolves a host name to its addresses. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface OutsideRules {
  /** Networks that are allowed although they are not public, also without TLS. */
  readonly allowedNetworks: readonly Network[];
  readonly timeoutMilliseconds: number;
  /** Defaults to the system's name servers; `/etc/hosts` is not read. */
  readonly resolve?: Resolve | undefined;
}

export interface OutsidePost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

export type PostOutcome =
  | { readonly status: number; readonly retryAfterMilliseconds: number | null }
  /**
   * Nothing was sent, or there was no answer. The reason reveals nothing about the address: an unknown name and a name
   * that resolves into the arena's own network give the same reason.
   */
  | { readonly failure: 'no public address' | 'no connection' | 'timeout' };

const RESOLVE_MILLISECONDS = 3_000;
const RESOLVE_TRIES = 2;

/**
 * Posts to an address chosen by a user. The host is resolved once, all its addresses have to be public, and the
 * connection uses the address that was checked, so a name that resolves differently a moment later has no effect.
 * Redirects are not followed, and the response body is not read.
 */
export async function postOutside(post: OutsidePost, rules: OutsideRules): Promise<PostOutcome> {
  const timeout = AbortSignal.timeout(rules.timeoutMilliseconds);
  const signal = post.signal === undefined ? timeout : AbortSignal.any([timeout, post.signal]);
  const host = post.url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolved(host, signal, rules.resolve ?? resolveBySystem);
  const [address] = addresses;
  if (address === undefined && timeout.aborted) return { failure: 'timeout' };
  if (address === undefined || !addresses.every((each) => isAllowed(each, post.url, rules))) {
    return { failure: 'no public address' };
  }
  try {
    const answer = await send(post, host, address, signal);
    const retryAfter = answer.headers['retry-after'] ?? null;
    return { status: answer.statusCode!, retryAfterMilliseconds: retryAfterMilliseconds(retryAfter, new Date()) };
  } catch {
    return { failure: timeout.aborted ? 'timeout' : 'no connection' };
  }
}

function isAllowed(address: string, { protocol }: URL, { allowedNetworks }: OutsideRules): boolean {
  if (isInNetwork(address, allowedNetworks)) return true;
  return protocol === 'https:' && isPublicAddress(address);
}

async function resolved(host: string, signal: AbortSignal, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch {
    return [];
  }
}

async function resolveBySystem(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MILLISECONDS, tries: RESOLVE_TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Resolves as soon as the response headers arrive. */
async function send(
  { url, headers, body }: OutsidePost,
  host: string,
  address: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const bytes = Buffer.from(body);
  const options: RequestOptions & { servername?: string } = {
    method: 'POST',
    host: address,
    port: url.port === '' ? undefined : url.port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': bytes.length },
    // A new connection: a reused one would go to an address that was checked for another request.
    agent: false,
    signal,
    // The certificate is issued for the name, not for the address.
    ...(url.protocol === 'https:' && isIP(host) === 0 && { servername: host }),
  };
  return await new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(options, (answer) => {
      answer.destroy();
      resolve(answer);
    });
    // After a response that switches protocols, the request emits neither a response nor an error.
    request.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(bytes);
  });
}
