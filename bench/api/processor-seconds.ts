import { readFileSync } from 'node:fs';

/** As the kernel of Linux counts them, whatever the processor does. */
const TICKS_PER_SECOND = 100;

/** Computing time of a process so far; `undefined` where the system does not say. */
export function processorSeconds(processId: number): number | undefined {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
