import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runSdkDay } from '../src/server/testing/sdk/run-sdk-day.ts';
import { type SdkResults, sdkTable, withSdkTable } from './compatibility/sdk-table.ts';

/**
 * Writes the table in docs/compatibility.md: `npm run docs:compatibility -- PYTHON…`. Each argument is a Python with a
 * different version of `oro-sdk` and with `bittensor-wallet`. Every operation is called in a local arena.
 */
const PAGE = fileURLToPath(new URL('../docs/compatibility.md', import.meta.url));

const results: SdkResults[] = [];
for (const python of process.argv.slice(2)) {
  const day = await runSdkDay(python);
  console.log(`oro-sdk ${day.version}: ${day.operations.size} operations`);
  results.push(day);
}
if (results.length === 0) throw new Error('Name at least one Python that has oro-sdk.');
writeFileSync(PAGE, withSdkTable(readFileSync(PAGE, 'utf8'), sdkTable(results)));
