import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { storageFault, systemErrorCode } from '../../store/files.ts';

const OTHERS = 0o077;
/** Ten times the size of any wallet's file. */
const MAX_FILE_BYTES = 16 * 1024;
/** Opening a pipe of that name would block forever. */
const OPEN = constants.O_RDONLY | constants.O_NONBLOCK;

/** The text of a key file that no other user on this machine can read; `undefined` if there is no file. */
export function readKeyText(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, OPEN);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw keyUnreadable(path, `cannot be opened (${systemErrorCode(error) ?? error})`, 'Check its permissions.', error);
  }
  try {
    const { mode, size } = fstatSync(file);
    if ((mode & 0o170000) !== 0o100000) {
      throw keyUnreadable(path, 'is not a file', 'Name a wallet that holds a hotkey.');
    }
    if ((mode & OTHERS) !== 0) {
      // Other users could have copied it, so its signatures would not prove who made them.
      const who = `is open to other users of this machine (mode ${(mode & 0o777).toString(8).padStart(3, '0')})`;
      const remedy = `If no one else can have copied it, run \`chmod 600 ${path}\`; otherwise use a new key.`;
      throw keyUnreadable(path, who, remedy);
    }
    if (size > MAX_FILE_BYTES) throw keyUnreadable(path, `has ${size} bytes, far too many for a key`, KEEP_A_COPY);
    const bytes = Buffer.alloc(size);
    const length = readSync(file, bytes, 0, size, 0);
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  } finally {
    closeSync(file);
  }
}

const KEEP_A_COPY = 'Restore it from a copy. To create a new key, with a new address, move the file away.';

export function keyUnreadable(path: string, what: string, remedy = KEEP_A_COPY, cause?: unknown): Fault {
  return new Fault('KEY_UNREADABLE', { message: `The hotkey ${path} ${what}.`, remedy, cause });
}
