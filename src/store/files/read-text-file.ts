import { readFileSync, statSync } from 'node:fs';
import { storageFault } from './storage-fault.ts';

/** Reads a whole file as text; throws a fault with its path when it cannot be read. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

/** The size of a file in bytes; throws a fault with its path when it cannot be read. */
export function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    throw storageFault(error, `opening ${path}`);
  }
}
