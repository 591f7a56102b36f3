import { scaled } from '../../testing/scaled.ts';
import type { ValidatorSettings } from '../../validator/settings.ts';

/** Short waits for tests. */
export const QUICK: Partial<ValidatorSettings> = {
  poll: 50,
  progress: 50,
  weights: 100,
  banned: 100,
  delivery: { first: 20, longest: 300, tries: 40 },
  recovery: { first: 50, longest: 300, tries: 10 },
  attemptPause: 50,
  credentialPause: 20,
  minimumFreeBytes: 1024 ** 2,
  spaceCheck: 50,
  grace: scaled(20_000),
  exitGrace: scaled(5_000),
};
