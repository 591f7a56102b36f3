import { expect, it } from 'vitest';
import { DEFAULT_STANDING_RULES } from '../../identity/access.ts';
import { checkMetagraph } from './metagraph-check.ts';

const NOW = 1_790_000_000;
const { maximumAgeSeconds: most } = DEFAULT_STANDING_RULES;

it('the health check accepts a metagraph within its age, on either side of now', () => {
  for (const age of [0, most, -most]) expect(() => checkMetagraph(NOW - age, NOW)).not.toThrow();
});

it('the health check rejects a metagraph that is too old, or was never read', () => {
  expect(() => checkMetagraph(NOW - most - 1, NOW)).toThrow(`the metagraph is ${most + 1} s old`);
  expect(() => checkMetagraph(undefined, NOW)).toThrow('the metagraph was never read');
});

it('the health check rejects a metagraph dated in the future', () => {
  expect(() => checkMetagraph(NOW + most + 1, NOW)).toThrow(`was read ${most + 1} s in the future`);
});
