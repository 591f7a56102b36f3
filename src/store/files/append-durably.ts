import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { PRIVATE_FILE } from './file-mode.ts';
import { storageFault } from './storage-fault.ts';

export interface AppendOptions {
  /** Of a file that is new; for its owner only otherwise. */
  readonly mode?: number;
  /** Whether it waits for the disk. Without, a killed process loses nothing, but a power cut may. */
  readonly sync?: boolean;
}

/** Adds to a file; it is on disk when this returns, and when it throws the file is as it was. */
export function appendDurably(
  path: string,
  text: string,
  { mode = PRIVATE_FILE, sync = true }: AppendOptions = {},
): void {
  const bytes = Buffer.from(text);
  try {
    const file = openSync(path, 'a', mode);
    try {
      const length = fstatSync(file).size;
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        if (sync) fsyncSync(file);
      } catch (error) {
        // A full disk must not leave half a line behind.
        ftruncateSync(file, length);
        throw error;
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
}
