import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const patience = {
  sequence: { shuffle: true },
  // Many tests start real processes and build real markets; two busy cores take their time.
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // Real clocks, browsers and thousands of processes on two busy cores: one test in some thousand loses a race against the
  // machine. The reporter marks whatever needed the second time ("retry x1"); what is marked again and again is a defect.
  retry: 1,
};

export default defineConfig({
  test: {
    // One less than there are cores would be one on a machine with two, and most tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'arena',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'pages',
          include: ['web/test/**/*.test.ts'],
          globalSetup: ['web/test/stage.ts'],
          ...patience,
        },
      },
    ],
  },
});
