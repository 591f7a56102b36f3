import { afterEach } from 'vitest';
import { closePages } from './harness.ts';

// Registered here and not in the harness: workers are shared, so only the first file of each would load the harness and
// its hooks. The browser stays open for the next file of the worker, and ends with it.
afterEach(closePages);
