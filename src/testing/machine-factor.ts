import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/** Wall time of one run of `PROBE` on a quiet machine of the kind CI uses. */
const REFERENCE_MILLISECONDS = 90;
const PROBE = 'let sum = 0; for (let i = 0; i < 2e7; i++) sum += i % 7;';
const RUNS = 3;
/** A slower machine cannot run the tests in a useful time; failing is better than hanging for hours. */
const LARGEST = 30;
/** Set once per run by the process that reads the configuration, so that every worker has the same value. */
const VARIABLE = 'ASSAY_TEST_MACHINE_FACTOR';

/**
 * How many times slower this machine is than an idle reference machine: the measured time to start a process and
 * compute in it, or the current number of processes per core, whichever is greater. At least 1.
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
