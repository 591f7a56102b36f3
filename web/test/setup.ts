import { afterAll, afterEach } from 'vitest';
import { closeBrowser, closePages } from './harness.ts';

// Registered here and not in the harness: workers are shared, so only the first file of each would load the harness and
// its hooks.
afterEach(closePages);
afterAll(closeBrowser);
