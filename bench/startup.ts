import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { upperMedian } from '../src/statistics/quantile.ts';

/**
 * Measures commands that do almost nothing, so that start-up is most of their time, and their processor time, which
 * hardly depends on other work on the machine. `assay --help` should stay under 300 ms of it. `--against` measures a
 * second checkout alternating with this one, under the same load.
 */
const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '9' } } });

const COMMANDS = [['--help'], ['--version'], ['corpus', '--help'], ['corpus', 'build', '--help'], ['wallet', 'list']];
const HERE = fileURLToPath(new URL('../', import.meta.url));
const checkouts = [HERE, ...(values.against === undefined ? [] : [values.against])];
const rounds = Number(values.rounds);
// An empty home folder, so that existing wallets do not matter.
const home = mkdtempSync(join(tmpdir(), 'startup-'));

try {
  const rows = COMMANDS.map((words) => {
    const starts = checkouts.map((): Start[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, checkout] of checkouts.entries()) starts[index]!.push(start(checkout, words));
    }
    const medians = starts.map((each) => ({
      wall: upperMedian(each.map(({ wall }) => wall))!,
      processor: upperMedian(each.map(({ processor }) => processor))!,
    }));
    const [here, other] = medians;
    const measured = [words.join(' '), here!.wall.toFixed(0), here!.processor.toFixed(0)];
    if (other === undefined) return measured;
    const ratio = (here!.processor / other.processor).toFixed(2);
    return [...measured, other.wall.toFixed(0), other.processor.toFixed(0), ratio];
  });
  const against = checkouts.length === 1 ? [] : ['against', 'its processor', 'processor ratio'];
  console.log(`Median of ${rounds} starts, in milliseconds:\n`);
  console.log(table(['assay', 'here', 'processor', ...against], rows));
} finally {
  rmSync(home, { recursive: true });
}

interface Start {
  readonly wall: number;
  /** Processor time of all threads, in user and system mode. */
  readonly processor: number;
}

function start(checkout: string, words: readonly string[]): Start {
  const before = childMilliseconds();
  const started = performance.now();
  execFileSync(process.execPath, [join(checkout, 'bin', 'assay.js'), ...words], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  });
  return { wall: performance.now() - started, processor: childMilliseconds() - before };
}

/** Processor time of all children that have ended, which Linux counts in hundredths of a second; 0 elsewhere. */
function childMilliseconds(): number {
  if (process.platform !== 'linux') return 0;
  // The program name, in parentheses, may contain spaces; fields are counted after it.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
