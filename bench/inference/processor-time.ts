import { readdirSync, readFileSync } from 'node:fs';

/** Of a clock tick in `/proc`, on every Linux we know. */
const TICK_MILLISECONDS = 10;

/**
 * Milliseconds of processor time that this process and all its descendants have used. Beside other work a machine is slower by
 * the clock, and hardly by this. `null` where there is no `/proc`.
 */
export function processorMilliseconds(): number | null {
  const all = new Map<number, { readonly parent: number; readonly ticks: number }>();
  try {
    for (const name of readdirSync('/proc')) {
      if (/^\d+$/.test(name)) all.set(Number(name), readStat(name));
    }
  } catch {
    return null;
  }
  let ticks = 0;
  for (const [process, { ticks: own }] of all) if (descends(process, all)) ticks += own;
  return ticks * TICK_MILLISECONDS;
}

/** The name of a program stands in brackets and may hold anything; what follows it is numbers. */
function readStat(process: string): { readonly parent: number; readonly ticks: number } {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // It has ended since.
    return { parent: 0, ticks: 0 };
  }
}

function descends(from: number, all: ReadonlyMap<number, { readonly parent: number }>): boolean {
  for (let at = from; at > 0; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
}
