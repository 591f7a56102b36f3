import { vi } from 'vitest';
import { scaled } from './scaled.ts';

/** Limits for tests that say nothing of their own. Read again for each file, because the load changes during a run. */
vi.setConfig({ testTimeout: scaled(30_000), hookTimeout: scaled(120_000) });
