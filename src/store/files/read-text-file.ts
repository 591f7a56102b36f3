import { readFileSync, statSync } from 'node:fs';
import { storageFault } from './storage-fault.ts';

/** A whole file as text; a fault that names it when it cannot be read. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

/** The size of a file in bytes, likewise. */
export function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    throw storageFault(error, `opening ${path}`);
  }
}
