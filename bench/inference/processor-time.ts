import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick in `/proc`, on all common Linux systems. */
const TICK_MILLISECONDS = 10;

/**
 * Milliseconds of processor time that this process and all its descendants have used. Other work on the machine slows
 * the wall clock, but hardly changes this. `null` without `/proc`.
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

/** The program name is in parentheses and may contain anything; numbers follow it. */
function readStat(process: string): { readonly parent: number; readonly ticks: number } {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has ended meanwhile.
    return { parent: 0, ticks: 0 };
  }
}

function descends(from: number, all: ReadonlyMap<number, { readonly parent: number }>): boolean {
  for (let at = from; at > 0; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
}
