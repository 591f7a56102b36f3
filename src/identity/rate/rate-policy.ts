import { isIPv4, isIPv6 } from 'node:net';
import type { RateLimit } from './token-bucket.ts';

type RateRule =
  | 'everything'
  | 'public'
  | 'challenge'
  | 'session'
  | 'validator'
  | 'files'
  | 'register'
  | 'waitlist'
  | 'submit'
  | 'check'
  | 'webhook';

export type RatePolicy = Readonly<Record<RateRule, RateLimit>>;

function perMinute(number: number): RateLimit {
  return { burst: number, perMinute: number };
}

/** The original platform's limit for validators is known to be higher, but its value is not known. */
export const DEFAULT_RATE_POLICY: RatePolicy = {
  everything: perMinute(100),
  // Public data is served from memory, and one live page sends several requests per second.
  public: perMinute(1_200),
  challenge: perMinute(10),
  session: perMinute(5),
  // Two uploads per problem, each after a request for its URL, at ten problems per second, with several validators
  // behind one address.
  validator: perMinute(6_000),
  files: perMinute(6_000),
  // There are few slots and registration is free.
  register: { burst: 20, perMinute: 1 },
  // Every request can add a permanent row.
  waitlist: { burst: 3, perMinute: 0.05 },
  // Allows a small burst, so that a submission whose answer was lost can be repeated immediately.
  submit: { burst: 3, perMinute: 1 },
  check: perMinute(10),
  // Each request can make the arena connect to an address chosen by the caller.
  webhook: perMinute(10),
};

const SESSION_ROUTES: ReadonlySet<string> = new Set(['/v1/auth/session', '/v1/auth/browser-session']);
const WEBHOOK_ROUTES: ReadonlySet<string> = new Set(['/v1/webhooks', '/v1/webhooks/:webhook_id/test']);

export interface RateCheck {
  readonly rule: RateRule;
  readonly key: string;
}

/**
 * The limits to check when only the caller's address and the route are known. `route` is the pattern that the router
 * matched, not the path that was sent: `/v1/auth/%73ession` reaches the same route.
 */
export function checksForAddress(method: string, route: string, ip: string): readonly RateCheck[] {
  const key = callerNetwork(ip);
  if (/^\/v1\/validator(\/|$)/.test(route)) return [{ rule: 'validator', key }];
  if (route.startsWith('/v1/files/')) return [{ rule: 'files', key }];
  // No route means a file of the dashboard, or not found.
  const isReading = method === 'GET' || method === 'HEAD';
  // Every page of the dashboard requests who is signed in.
  const isPublic = route === '' || route.startsWith('/v1/public/') || route === '/v1/auth/whoami';
  if (isReading && isPublic) return [{ rule: 'public', key }];
  const everything = { rule: 'everything', key } as const;
  if (method === 'POST' && route === '/v1/auth/challenge') return [everything, { rule: 'challenge', key }];
  if (method === 'POST' && SESSION_ROUTES.has(route)) return [everything, { rule: 'session', key }];
  if (method === 'POST' && route === '/v1/chain/register') return [everything, { rule: 'register', key }];
  if (method === 'POST' && route === '/v1/public/waitlist') return [everything, { rule: 'waitlist', key }];
  return [everything];
}

/**
 * The limits to check once the caller is authenticated. Before that, anyone could use up another caller's allowance.
 */
export function checksForHotkey(method: string, route: string, hotkey: string): readonly RateCheck[] {
  if (method !== 'POST') return [];
  if (route === '/v1/miner/submit') return [{ rule: 'submit', key: hotkey }];
  if (route === '/v1/miner/check') return [{ rule: 'check', key: hotkey }];
  return WEBHOOK_ROUTES.has(route) ? [{ rule: 'webhook', key: hotkey }] : [];
}

/**
 * The key for an address's allowance: the address itself for IPv4, its /64 for IPv6, because a client with one address
 * of that network has all 2^64 of them.
 */
export function callerNetwork(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** An embedded IPv4 address counts as two groups. */
function groups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
