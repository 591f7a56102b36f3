import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MARKET_CHUNK_BYTES, type MarketDescription, readChunk } from '../../market/served-market.ts';
import { makeFolder, storageFault, syncToDisk, withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ArenaApi } from '../arena/arena-api.ts';
import type { Log } from '../log.ts';

export interface FetchOptions {
  readonly arena: Pick<ArenaApi, 'marketBytes'>;
  readonly cache: string;
  readonly log: Log;
  readonly onProgress?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Maximum number of downloads of a chunk whose bytes do not match its hash. */
const CHUNK_ATTEMPTS = 3;
/** Long, because another validator with the same cache may be downloading the same market. */
const LOCK_TIMEOUT_MILLISECONDS = 3_600_000;

/**
 * The folder of the market with this hash, downloaded unless it is in the cache. Each chunk is verified before it is
 * written, and the whole file before it gets its name; what an interrupted download has left is verified again and
 * kept.
 */
export async function fetchMarket(wanted: MarketDescription, options: FetchOptions): Promise<string> {
  requireConsistent(wanted);
  const folder = join(options.cache, wanted.sha256);
  const path = indexPath(folder);
  try {
    makeFolder(folder);
    return await withFolderLock(
      folder,
      async () => {
        if (existsSync(path)) {
          if ((await marketHash(path)) === wanted.sha256) return folder;
          options.log.warn('The market in the cache is damaged and is fetched again.', { market: wanted.sha256 });
          await rename(path, partial(path));
        }
        await complete(partial(path), wanted, options);
        await rename(partial(path), path);
        syncToDisk(dirname(path));
        options.log.info('The market was fetched and verified.', { market: wanted.sha256, bytes: wanted.bytes });
        return folder;
      },
      LOCK_TIMEOUT_MILLISECONDS,
    );
  } catch (error) {
    if (Fault.isInstance(error)) throw error;
    options.signal?.throwIfAborted();
    throw storageFault(error, `fetching the market into ${folder}`);
  }
}

/** The SHA-256 of a market file, which identifies the market. */
export async function marketHash(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    return await hashOf(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

function partial(path: string): string {
  return `${path}.part`;
}

async function complete(path: string, wanted: MarketDescription, options: FetchOptions): Promise<void> {
  const file = await open(path, existsSync(path) ? 'r+' : 'w+', 0o600);
  try {
    const kept = Math.min((await file.stat()).size, wanted.bytes);
    await file.truncate(kept);
    const buffer = Buffer.alloc(wanted.chunkBytes);
    for (const [index, hash] of wanted.chunks.entries()) {
      const start = index * wanted.chunkBytes;
      const end = Math.min(start + wanted.chunkBytes, wanted.bytes);
      const isKept = kept >= end && sha256(await readChunk(file, buffer, start, end)) === hash;
      if (!isKept) await write(file, await fetchChunk({ wanted, hash, start, end }, options), start);
      options.onProgress?.(end, wanted.bytes);
    }
    await file.sync();
    if ((await hashOf(file, wanted.bytes)) === wanted.sha256) return;
  } finally {
    await file.close();
  }
  await rm(path, { force: true });
  throw notTheMarket(`its chunks make a file that is not ${wanted.sha256}`);
}

interface Chunk {
  readonly wanted: MarketDescription;
  readonly hash: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

async function fetchChunk({ wanted, hash, start, end }: Chunk, { arena, log, signal }: FetchOptions) {
  for (let attempt = 1; attempt <= CHUNK_ATTEMPTS; attempt++) {
    const bytes = await arena.marketBytes(wanted.sha256, start, end - 1, signal);
    if (sha256(bytes) === hash) return bytes;
    log.warn('A chunk of the market arrived damaged.', { start, end, attempt });
  }
  throw notTheMarket(`bytes ${start} to ${end - 1} are not those that were described`);
}

async function write(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
  }
}

async function hashOf(file: FileHandle, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(MARKET_CHUNK_BYTES);
  for (let at = 0; at < bytes; at += buffer.length) hash.update(await readChunk(file, buffer, at, bytes));
  return hash.digest('hex');
}

function requireConsistent({ bytes, chunkBytes, chunks }: MarketDescription): void {
  if (chunks.length === Math.ceil(bytes / chunkBytes)) return;
  throw notTheMarket(`it has ${bytes} bytes in chunks of ${chunkBytes}, but ${chunks.length} hashes`);
}

function notTheMarket(reason: string): Fault {
  return new Fault('DOWNLOAD_FAILED', {
    message: `The arena's market could not be fetched: ${reason}.`,
    remedy: 'Try again. If it persists, tell the operator of the arena: the file or a proxy in between is damaged.',
  });
}
