import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { storageFault } from '../../store/storage-fault.ts';

/** What an evaluation keeps may hold sealed problems and is for its owner alone. */
const SECRET_MODE = 0o600;

/** Adds to a file; it is on disk when this returns, and when it throws the file is as it was. */
export function appendDurably(path: string, text: string): void {
  append(path, text, fsyncSync);
}

/** The same for what a power cut may take: a killed process loses nothing, and a disk is not made to wait. */
export function appendWhole(path: string, text: string): void {
  append(path, text, () => {});
}

function append(path: string, text: string, settle: (file: number) => void): void {
  const bytes = Buffer.from(text);
  try {
    const file = openSync(path, 'a', SECRET_MODE);
    try {
      const length = fstatSync(file).size;
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        settle(file);
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
