import { readFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { storageFault } from '../../store/files.ts';

/** The bytes to sign or verify: the message argument as UTF-8, or the exact content of a file. */
export function messageBytes(message: string | undefined, file: string | undefined): Uint8Array {
  if ((message === undefined) === (file === undefined)) {
    throw new Fault('USAGE', { message: 'Give a message or --file, and not both.' });
  }
  if (file === undefined) return Buffer.from(message!);
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw storageFault(error, `reading ${file}`);
  }
}
