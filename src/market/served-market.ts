import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sha256 } from '../store/sha256.ts';
import { existingIndexPath, indexPath } from './market-folder.ts';

/**
 * Description of a market file for download: the hash of all bytes is its name, and each chunk can be checked on
 * arrival.
 */
export interface MarketDescription {
  readonly sha256: string;
  readonly bytes: number;
  readonly chunkBytes: number;
  /** SHA-256 of each chunk, in order; the last may be shorter. */
  readonly chunks: readonly string[];
}

/** Small enough to resend, large enough that 2 GB take 500 requests. */
export const MARKET_CHUNK_BYTES = 4 * 1024 ** 2;

/**
 * A market file that is kept open, so that its bytes stay the same if a new market replaces it on disk. Opening it
 * starts one complete read to compute its hashes.
 */
export class ServedMarket {
  readonly bytes: number;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #description: Promise<MarketDescription>;
  #isClosed = false;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.bytes = bytes;
    this.#description = this.#describe();
    // The error is reported to callers that await the description.
    this.#description.catch(() => {});
  }

  static async open(path: string): Promise<ServedMarket> {
    const file = await open(path, 'r');
    return new ServedMarket(path, file, (await file.stat()).size);
  }

  describe(): Promise<MarketDescription> {
    return this.#description;
  }

  /** Where the file is, unless another one has replaced it there. */
  async currentPath(): Promise<string | undefined> {
    const [own, there] = await Promise.all([this.#file.stat(), stat(this.#path).catch(() => undefined)]);
    return own.ino === there?.ino && own.dev === there.dev ? this.#path : undefined;
  }

  /** The bytes from `start` to `end`, both included. */
  read(start: number, end: number): Readable {
    return this.#file.createReadStream({ start, end, autoClose: false });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#description.catch(() => {});
    await this.#file.close();
  }

  async #describe(): Promise<MarketDescription> {
    const whole = createHash('sha256');
    const chunks: string[] = [];
    const chunk = Buffer.alloc(MARKET_CHUNK_BYTES);
    for (let at = 0; at < this.bytes; at += MARKET_CHUNK_BYTES) {
      if (this.#isClosed) throw new Error('closed while the market was hashed');
      const piece = await readChunk(this.#file, chunk, at, this.bytes);
      whole.update(piece);
      chunks.push(sha256(piece));
    }
    return { sha256: whole.digest('hex'), bytes: this.bytes, chunkBytes: MARKET_CHUNK_BYTES, chunks };
  }
}

/** An explicitly named folder must contain a market; the default folder may be empty. */
export async function openServedMarket(named: string | undefined, usual: string): Promise<ServedMarket | undefined> {
  if (named !== undefined) return await ServedMarket.open(existingIndexPath(named));
  return existsSync(indexPath(usual)) ? await ServedMarket.open(indexPath(usual)) : undefined;
}

/** Reads the chunk at `at`, up to the end of the file. The result is a view of `into`. */
export async function readChunk(file: FileHandle, into: Buffer, at: number, fileBytes: number): Promise<Buffer> {
  const wanted = Math.min(into.length, Math.max(0, fileBytes - at));
  let done = 0;
  while (done < wanted) {
    const { bytesRead } = await file.read(into, done, wanted - done, at + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return into.subarray(0, done);
}
