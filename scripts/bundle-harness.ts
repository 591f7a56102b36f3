/**
 * One folder with all that a machine without npm needs beside a trainer: `npm run bundle:harness`, or
 *
 *   node scripts/bundle-harness.ts [--out data/harness] [--market FOLDER]
 *
 * JavaScript with its threads, the market packed, suites, recipes and the Python package. It runs with a Node 26 binary and
 * nothing else; README.md in it says how.
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
