import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';

/**
 * Measures how long commands take that do almost nothing, so that start-up is all they do. With `--against` a second
 * checkout is measured in turns with this one, in the same minutes and under the same load.
 */
const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '9' } } });

const COMMANDS = [['--help'], ['--version'], ['corpus', '--help'], ['corpus', 'build', '--help'], ['wallet', 'list']];
const HERE = fileURLToPath(new URL('../', import.meta.url));
const checkouts = [HERE, ...(values.against === undefined ? [] : [values.against])];
const rounds = Number(values.rounds);
// An empty home: what wallets there are must not matter.
const home = mkdtempSync(join(tmpdir(), 'startup-'));

try {
  const rows = COMMANDS.map((words) => {
    const times = checkouts.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, checkout] of checkouts.entries()) times[index]!.push(milliseconds(checkout, words));
    }
    const [here, other] = times.map(median);
    const measured = [words.join(' '), here!.toFixed(0)];
    return other === undefined ? measured : [...measured, other.toFixed(0), (here! / other).toFixed(2)];
  });
  console.log(`Median of ${rounds} starts, in milliseconds:\n`);
  console.log(table(['assay', 'here', ...(checkouts.length === 1 ? [] : ['against', 'ratio'])], rows));
} finally {
  rmSync(home, { recursive: true });
}

function milliseconds(checkout: string, words: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, [join(checkout, 'bin', 'assay.js'), ...words], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  });
  return performance.now() - started;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
