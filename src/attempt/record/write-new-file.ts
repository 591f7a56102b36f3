import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** A file that was not there before, on disk when this returns. Its name lasts once its folder is synced too. */
export function writeNewFile(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
