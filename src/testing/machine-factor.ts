import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/** Wall time of one run of `PROBE` on a quiet machine of the kind CI uses. */
const REFERENCE_MILLISECONDS = 90;
const PROBE = 'let sum = 0; for (let i = 0; i < 2e7; i++) sum += i % 7;';
const RUNS = 3;
/** A machine slower than this cannot run the tests in any useful time; better to fail than to hang for hours. */
const LARGEST = 30;
/** Set once per run by the process that reads the configuration, so that every worker knows it. */
const VARIABLE = 'ASSAY_TEST_MACHINE_FACTOR';

/**
 * How many times slower than a quiet reference machine this one is: the measured time to start a process and compute in
 * it, or the number of processes that compete for each core now, whichever is more. At least 1.
 */
export function machineFactor(): number {
  process.env[VARIABLE] ??= String(measure());
  const crowd = loadavg()[0]! / availableParallelism();
  return Math.min(LARGEST, Math.max(1, Number(process.env[VARIABLE]), crowd));
}

function measure(): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', PROBE]);
    return performance.now() - start;
  }).sort((left, right) => left - right);
  return times[Math.floor(RUNS / 2)]! / REFERENCE_MILLISECONDS;
}
