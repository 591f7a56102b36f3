import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** Writes a new file and syncs it to disk. Its name is durable only after its folder is synced too. */
export function writeNewFile(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
