import { readFileSync } from 'node:fs';

/** The Linux kernel counts in these units on every processor. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far; `undefined` if the system does not report it. */
export function processorSeconds(processId: number): number | undefined {
  try {
    // The program name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
