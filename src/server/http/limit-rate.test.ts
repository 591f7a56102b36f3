import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_RATE_POLICY } from '../../identity/rate.ts';
import type { Services } from '../start/services.ts';
import { limitRate } from './limit-rate.ts';

afterEach(() => vi.restoreAllMocks());

it('rate limits recover after the clock was three days ahead', () => {
  const services = { rates: { ...DEFAULT_RATE_POLICY, session: { burst: 1, perMinute: 60 } } } as unknown as Services;
  const request = { method: 'POST', ip: '192.0.2.1', routeOptions: { url: '/v1/auth/session' } } as FastifyRequest;
  const reply = { code: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply;
  const isRefused = (): boolean => limitRate(services, request, reply) !== undefined;
  let [passed, wall] = [1_000, 1_800_000_000_000];
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  vi.spyOn(Date, 'now').mockImplementation(() => wall + passed);
  wall += 3 * 86_400_000;
  expect([isRefused(), isRefused()]).toEqual([false, true]);
  wall -= 3 * 86_400_000;
  expect(isRefused()).toBe(true);
  passed += 1_000;
  expect(isRefused()).toBe(false);
});
