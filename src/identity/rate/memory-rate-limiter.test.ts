import { describe, expect, it } from 'vitest';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { callerNetwork, checksForAddress, checksForHotkey, DEFAULT_RATE_POLICY } from './rate-policy.ts';

function allowed(limiter: MemoryRateLimiter, attempts: number, method: string, path: string, ip: string): number {
  const answers = Array.from({ length: attempts }, () => limiter.take(checksForAddress(method, path, ip), 0));
  return answers.filter(({ ok }) => ok).length;
}

describe('the rate limits', () => {
  it('the rate limits are those of the platform, except for public reads', () => {
    const cases: [method: string, path: string, number: number][] = [
      ['POST', '/v1/auth/challenge', 10],
      ['POST', '/v1/auth/session', 5],
      ['POST', '/v1/auth/browser-session', 5],
      ['GET', '/v1/auth/whoami', 1_200],
      ['GET', '/v1/public/leaderboard', 1_200],
      ['GET', '', 1_200],
      ['POST', '/v1/public/waitlist', 3],
      ['GET', '/v1/auth/session', 100],
      ['POST', '/v1/validator/work/claim', 6_000],
      ['PUT', '/v1/files/upload/:ticket', 6_000],
      ['GET', '/v1/validators', 100],
    ];
    for (const [method, path, number] of cases) {
      expect(allowed(new MemoryRateLimiter(DEFAULT_RATE_POLICY), 6_100, method, path, '192.0.2.1')).toBe(number);
    }
  });

  it('rate limits count callers separately, submissions by hotkey, and rejected requests not at all', () => {
    const limiter = new MemoryRateLimiter(DEFAULT_RATE_POLICY);
    expect(allowed(limiter, 20, 'POST', '/v1/auth/session', '192.0.2.1')).toBe(5);
    expect(allowed(limiter, 20, 'POST', '/v1/auth/session', '192.0.2.2')).toBe(5);
    expect(allowed(limiter, 200, 'GET', '/', '192.0.2.1')).toBe(95);
    for (let repeats = 0; repeats < 3; repeats++) {
      expect(limiter.take(checksForHotkey('POST', '/v1/miner/submit', 'alice'), 0)).toEqual({ ok: true });
    }
    expect(limiter.take(checksForHotkey('POST', '/v1/miner/submit', 'bob'), 0)).toEqual({ ok: true });
    expect(limiter.take(checksForHotkey('POST', '/v1/miner/submit', 'alice'), 0)).toEqual({
      ok: false,
      retryAfterSeconds: 60,
    });
    expect(checksForHotkey('GET', '/v1/miner/agents', 'alice')).toEqual([]);
  });

  it('adding and testing webhooks share one limit of a hotkey', () => {
    const limiter = new MemoryRateLimiter(DEFAULT_RATE_POLICY);
    const take = (route: string) => limiter.take(checksForHotkey('POST', route, 'alice'), 0).ok;
    const added = Array.from({ length: 5 }, () => take('/v1/webhooks'));
    const tested = Array.from({ length: 6 }, () => take('/v1/webhooks/:webhook_id/test'));
    expect([...added, ...tested]).toEqual([...Array<boolean>(10).fill(true), false]);
  });

  it('the rate limiter uses bounded memory and forgets idle callers', () => {
    const limiter = new MemoryRateLimiter(DEFAULT_RATE_POLICY, 50);
    for (let host = 0; host < 200; host++) allowed(limiter, 1, 'GET', '/', `192.0.2.${host}`);
    expect(limiter.size).toBe(50);
    limiter.take(checksForAddress('GET', '/', '198.51.100.1'), 120_000);
    expect(limiter.size).toBe(1);
  });
});

describe('network of a caller', () => {
  it('the network of a caller is its address, or its /64 for IPv6', () => {
    expect(callerNetwork('192.0.2.1')).toBe('192.0.2.1');
    expect(callerNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
    const same = ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::1%eth0'];
    expect(new Set(same.map(callerNetwork))).toEqual(new Set(['2001:db8:0:1::/64']));
    expect(callerNetwork('2001:db8:0:2::1')).toBe('2001:db8:0:2::/64');
    expect(callerNetwork('::1')).toBe('0:0:0:0::/64');
    expect(callerNetwork('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
    expect(callerNetwork('unknown')).toBe('unknown');
  });
});
