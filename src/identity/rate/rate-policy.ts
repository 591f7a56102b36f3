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

/** The validators' cap of the original platform is known to be higher and not how high. */
export const DEFAULT_RATE_POLICY: RatePolicy = {
  everything: perMinute(100),
  // Public data is answered from memory, and one live page sends several requests a second.
  public: perMinute(1_200),
  challenge: perMinute(10),
  session: perMinute(5),
  // Two uploads for each problem, each asked for first, at ten problems a second, and several behind one address.
  validator: perMinute(6_000),
  files: perMinute(6_000),
  // Places are few and free.
  register: { burst: 20, perMinute: 1 },
  // Every request can add a row that is kept.
  waitlist: { burst: 3, perMinute: 0.05 },
  // A few at once: repeating a submission whose answer was lost must not have to wait.
  submit: { burst: 3, perMinute: 1 },
  check: perMinute(10),
  // Each can make the arena connect to an address that the caller chose.
  webhook: perMinute(10),
};

const SESSION_ROUTES: ReadonlySet<string> = new Set(['/v1/auth/session', '/v1/auth/browser-session']);
const WEBHOOK_ROUTES: ReadonlySet<string> = new Set(['/v1/webhooks', '/v1/webhooks/:webhook_id/test']);

export interface RateCheck {
  readonly rule: RateRule;
  readonly key: string;
}

/**
 * What to count before anything is known but where a request comes from and what it wants. `route` is the pattern that the
 * router matched, not the path that was sent: `/v1/auth/%73ession` reaches the same route.
 */
export function checksForAddress(method: string, route: string, ip: string): readonly RateCheck[] {
  const key = callerNetwork(ip);
  if (/^\/v1\/validator(\/|$)/.test(route)) return [{ rule: 'validator', key }];
  if (route.startsWith('/v1/files/')) return [{ rule: 'files', key }];
  // Without a route it is a file of the dashboard, or nothing.
  const isReading = method === 'GET' || method === 'HEAD';
  // Every page of the dashboard asks who is signed in.
  const isPublic = route === '' || route.startsWith('/v1/public/') || route === '/v1/auth/whoami';
  if (isReading && isPublic) return [{ rule: 'public', key }];
  const everything = { rule: 'everything', key } as const;
  if (method === 'POST' && route === '/v1/auth/challenge') return [everything, { rule: 'challenge', key }];
  if (method === 'POST' && SESSION_ROUTES.has(route)) return [everything, { rule: 'session', key }];
  if (method === 'POST' && route === '/v1/chain/register') return [everything, { rule: 'register', key }];
  if (method === 'POST' && route === '/v1/public/waitlist') return [everything, { rule: 'waitlist', key }];
  return [everything];
}

/** What to count once the caller is known. Before that, anybody could use up another's allowance. */
export function checksForHotkey(method: string, route: string, hotkey: string): readonly RateCheck[] {
  if (method !== 'POST') return [];
  if (route === '/v1/miner/submit') return [{ rule: 'submit', key: hotkey }];
  if (route === '/v1/miner/check') return [{ rule: 'check', key: hotkey }];
  return WEBHOOK_ROUTES.has(route) ? [{ rule: 'webhook', key: hotkey }] : [];
}

/**
 * Whose allowance an address uses: an IPv4 address its own; an IPv6 address that of its /64, because a client with one
 * address of that network has all 2^64 of them.
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

/** An IPv4 address at the end stands for two groups. */
function groups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
