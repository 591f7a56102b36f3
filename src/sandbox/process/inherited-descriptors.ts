import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors that our parent process left open and that a child would inherit. Node marks its own as close-on-exec,
 * but passes on those it inherited, and an agent could read and write them.
 */
export function inheritedDescriptors(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isPassedOn(descriptor));
}

function isPassedOn(descriptor: number): boolean {
  try {
    const flags = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1').match(/^flags:\s*([0-7]+)$/m)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
