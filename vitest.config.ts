import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    sequence: { shuffle: true },
    // Many tests start real processes and build real markets; two busy cores take their time.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
