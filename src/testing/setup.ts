import { vi } from 'vitest';
import { scaled } from './scaled.ts';

/** Default timeouts. Computed again for each file, because the load changes during a run. */
vi.setConfig({ testTimeout: scaled(30_000), hookTimeout: scaled(120_000) });
