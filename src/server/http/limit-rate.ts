import type { FastifyReply, FastifyRequest } from 'fastify';
import { checksForAddress, checksForHotkey, MemoryRateLimiter } from '../../identity/rate.ts';
import type { Services } from '../start/services.ts';

const limiters = new WeakMap<Services, MemoryRateLimiter>();

/**
 * Counts a request, by address before authentication and by hotkey after it, and answers 429 if the limit is exceeded.
 * Each process counts separately, by a monotonic clock: after a clock jump back, callers would otherwise get no new
 * allowance.
 */
export function limitRate(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  hotkey?: string,
): FastifyReply | undefined {
  const route = request.routeOptions.url ?? '';
  const checks =
    hotkey === undefined
      ? checksForAddress(request.method, route, request.ip)
      : checksForHotkey(request.method, route, hotkey);
  const answer = limiterOf(services).take(checks, performance.now());
  if (answer.ok) return undefined;
  return reply
    .code(429)
    .header('retry-after', answer.retryAfterSeconds)
    .send({
      detail: `Too many requests. Try again in ${answer.retryAfterSeconds} s.`,
      error_code: 'RATE_LIMIT_EXCEEDED',
      remaining_seconds: answer.retryAfterSeconds,
    });
}

function limiterOf(services: Services): MemoryRateLimiter {
  const known = limiters.get(services);
  if (known !== undefined) return known;
  const made = new MemoryRateLimiter(services.rates);
  limiters.set(services, made);
  return made;
}
