import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { storageFault, systemErrorCode } from '../../store/files.ts';

export type PlainFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string };

/**
 * Reads a file of evidence. Follows no link, because it could point to one of our files, opens only regular files, and
 * checks the size before reading.
 */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, missing: true, reason: 'is missing' };
    if (code === 'ELOOP') return { ok: false, missing: false, reason: 'is a link, not a file' };
    if (code === 'ENXIO') return { ok: false, missing: false, reason: 'is not a file' };
    throw storageFault(error, `reading ${path}`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) return { ok: false, missing: false, reason: 'is not a file' };
    if (status.size > maxBytes) {
      return {
        ok: false,
        missing: false,
        reason: `has ${status.size} bytes, more than the ${maxBytes} allowed`,
      };
    }
    const bytes = new Uint8Array(status.size);
    let length = 0;
    for (let read = -1; length < bytes.length && read !== 0; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return { ok: true, bytes: bytes.subarray(0, length) };
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  } finally {
    closeSync(file);
  }
}
