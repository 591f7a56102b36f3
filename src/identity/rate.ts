/** Rate limits per caller. */
export { MemoryRateLimiter } from './rate/memory-rate-limiter.ts';
export { checksForAddress, checksForHotkey, DEFAULT_RATE_POLICY, type RatePolicy } from './rate/rate-policy.ts';
