/**
 * Writes one folder with everything that a machine without npm needs besides a trainer: `npm run bundle:harness`, or
 *
 *   node scripts/bundle-harness.ts [--out data/harness] [--market FOLDER]
 *
 * It contains the JavaScript with its worker threads, the compressed market, suites, recipes and the Python package. It
 * needs only a Node 26 binary; the README.md in it explains how to run it.
 */
import { parseArgs } from 'node:util';
import { bundleHarness } from './bundle-harness/bundle-harness.ts';
import { TRAINING_MARKET } from './training-market.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'data/harness' },
    market: { type: 'string', default: TRAINING_MARKET },
  },
});
const { files, bytes } = await bundleHarness({ out: values.out, market: values.market });
console.log(`${values.out}: ${files} files, ${(bytes / 1024 ** 2).toFixed(1)} MiB`);
