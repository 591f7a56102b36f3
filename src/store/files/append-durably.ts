import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { PRIVATE_FILE } from './file-mode.ts';
import { storageFault } from './storage-fault.ts';

export interface AppendOptions {
  /** Permissions of a new file; by default only its owner has access. */
  readonly mode?: number;
  /** Whether to wait for the disk. Without it, a killed process loses nothing, but a power cut may. */
  readonly sync?: boolean;
}

/** Appends to a file. The text is on disk when this returns; when it throws, the file is unchanged. */
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
        // A full disk must not leave half a line in the file.
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
