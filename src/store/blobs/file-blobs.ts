import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { PRIVATE_READ_ONLY } from '../files/file-mode.ts';
import { makeFolder } from '../files/make-folder.ts';
import { replaceFile } from '../files/replace-file.ts';
import { storageFault, systemErrorCode } from '../files/storage-fault.ts';
import { sha256 as hashOf } from '../sha256.ts';
import { type BlobReference, type Blobs, type FoundBlob, MAX_BLOB_BYTES } from './blobs.ts';

/** A symbolic link could lead anywhere, and opening a pipe could block forever. */
const OPEN_PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Blobs as files `ab/cdef…`: two digits of the hash for the folder, the rest for the name. */
export class FileBlobs implements Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<BlobReference> {
    if (bytes.length > MAX_BLOB_BYTES) {
      throw new Fault('LIMIT_EXCEEDED', {
        message: `${bytes.length} bytes are too many for one blob; the maximum is ${MAX_BLOB_BYTES}.`,
        remedy: 'Lower the limits of the attempt.',
      });
    }
    const sha256 = hashOf(bytes);
    const reference = { sha256, bytes: bytes.length };
    const path = this.#path(sha256);
    if (this.#holds(reference)) {
      touch(path);
      return reference;
    }
    makeFolder(dirname(path));
    await replaceFile(path, async (aside) => writeFileSync(aside, bytes), PRIVATE_READ_ONLY);
    return reference;
  }

  async get(sha256: string, maxBytes = MAX_BLOB_BYTES): Promise<Uint8Array> {
    const found = this.#read(sha256, maxBytes);
    if (found === undefined) throw corrupt(sha256, `is missing: there is no ${this.#path(sha256)}`);
    if (found.size > maxBytes) throw corrupt(sha256, `has ${found.size} bytes where at most ${maxBytes} are allowed`);
    const actual = hashOf(found.bytes);
    if (actual !== sha256) throw corrupt(sha256, `was changed: the bytes in ${this.#path(sha256)} hash to ${actual}`);
    return found.bytes;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined;
  }

  async size(sha256: string): Promise<number | undefined> {
    const path = this.#path(sha256);
    try {
      const status = lstatSync(path, { throwIfNoEntry: false });
      return status?.isFile() ? status.size : undefined;
    } catch (error) {
      throw storageFault(error, `looking for ${path}`);
    }
  }

  async inspect(sha256: string, maxBytes: number): Promise<FoundBlob | undefined> {
    return this.#read(sha256, maxBytes);
  }

  placeOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('a blob is named by 64 hexadecimal digits');
    return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  }

  #path(sha256: string): string {
    return join(this.#folder, this.placeOf(sha256));
  }

  /** A damaged blob counts as missing, so that it is written again. */
  #holds({ sha256, bytes }: BlobReference): boolean {
    const found = this.#read(sha256, bytes);
    return found !== undefined && found.size === bytes && hashOf(found.bytes) === sha256;
  }

  #read(sha256: string, maxBytes: number): FoundBlob | undefined {
    const path = this.#path(sha256);
    let file: number;
    try {
      file = openSync(path, OPEN_PLAIN);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') return undefined;
      throw storageFault(error, `reading ${path}`);
    }
    try {
      const status = fstatSync(file);
      if (!status.isFile()) return undefined;
      const bytes = new Uint8Array(Math.min(status.size, maxBytes));
      let length = 0;
      for (let read = -1; length < bytes.length && read !== 0; length += read) {
        read = readSync(file, bytes, length, bytes.length - length, null);
      }
      return { size: status.size, bytes: bytes.subarray(0, length) };
    } catch (error) {
      throw storageFault(error, `reading ${path}`);
    } finally {
      closeSync(file);
    }
  }
}

/** Clean-up keeps recent files; this marks the file as recent. */
function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Read-only, or owned by another user. The blob exists, which is all the caller needs.
  }
}

function corrupt(sha256: string, what: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', {
    message: `Blob ${sha256} ${what}.`,
    remedy: 'Restore it from a backup. Until then, nothing that refers to it can be verified.',
  });
}
