import { Fault } from '../../fault/fault.ts';

/** A file-size limit gives EFBIG and a quota EDQUOT; for the user both mean a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Maps a file-system error to a fault that says what was being done. Other errors are returned unchanged. */
export function storageFault(error: unknown, doing: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined) return error;
  if (FULL.has(code)) {
    return new Fault('STORAGE_FULL', {
      message: `No space left while ${doing} (${code}). Existing files are unchanged.`,
      remedy: 'Free some disk space or choose another folder, then run the command again.',
      cause: error,
    });
  }
  if (code === 'EISDIR') {
    return new Fault('STORAGE_FAILED', {
      message: `Expected a file but found a folder while ${doing}.`,
      remedy: 'Name the file itself.',
      cause: error,
    });
  }
  if (code === 'EROFS') {
    return new Fault('STORAGE_FAILED', {
      message: `The file system is read-only (while ${doing}).`,
      remedy: 'Choose another folder.',
      cause: error,
    });
  }
  if (code === 'ENOENT') {
    return new Fault('FILE_NOT_FOUND', {
      message: `File not found while ${doing}: ${error instanceof Error ? error.message : code}`,
      remedy: 'Check the path.',
      cause: error,
    });
  }
  return new Fault('STORAGE_FAILED', {
    message: `The file system returned an error while ${doing}: ${error instanceof Error ? error.message : code}`,
    remedy: 'Check that the path exists and that you may write there.',
    cause: error,
  });
}

export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
