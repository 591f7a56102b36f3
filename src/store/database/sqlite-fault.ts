import { Fault } from '../../fault/fault.ts';

/** Primary result codes of SQLite; extended codes have more detail in their upper bits. */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const TOOBIG = 18;
const NOTADB = 26;

/**
 * Maps an error of SQLite to a fault when it concerns the database file or its storage; programming errors are returned
 * unchanged.
 */
export function sqliteFault(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  switch (code === undefined ? undefined : code & 0xff) {
    case FULL:
      return new Fault('STORAGE_FULL', {
        message: `No space left for the database ${path}. Committed data is intact.`,
        remedy: 'Free some disk space, then try again.',
        cause: error,
      });
    case TOOBIG:
      return new Fault('LIMIT_EXCEEDED', {
        message: `A value is too large for the database ${path}.`,
        remedy: 'Keep large content as a blob.',
        cause: error,
      });
    case CORRUPT:
    case NOTADB:
      return failed(
        `${path} is damaged or not a database of SQLite.`,
        'Stop every process that uses it, keep a copy, and restore a backup. `sqlite3 FILE .recover` may save rows.',
      );
    case BUSY:
    case LOCKED:
      return new Fault('STORAGE_UNAVAILABLE', {
        message: `The database ${path} is locked by another process.`,
        remedy: 'Wait until it has finished. Several servers at once need PostgreSQL: set DATABASE_URL.',
        cause: error,
      });
    case READONLY:
    case PERM:
      return failed(
        `The database ${path} may not be written.`,
        'Check who owns the file and its folder, and that the file system is not read-only.',
      );
    case CANTOPEN:
      return failed(
        `The database ${path} cannot be opened.`,
        'Check that its folder exists and that you may write there.',
      );
    case IOERR:
      return failed(
        `Reading or writing the database ${path} failed.`,
        'Check the disk, its quota and the file-size limit; network file systems do not suit SQLite.',
      );
    default:
      return error;
  }

  function failed(message: string, remedy: string): Fault {
    return new Fault('STORAGE_FAILED', { message, remedy, cause: error });
  }
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && (code & 0xff) === BUSY;
}

export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
