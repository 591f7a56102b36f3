import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredRelease } from '../../arena/corpus.ts';
import { Fault } from '../../fault/fault.ts';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import type { Blobs } from '../../store/blobs.ts';
import { makeFolder, storageFault } from '../../store/files.ts';
import { writeHashedBytes } from '../release/hashed-file.ts';
import type { OpenedRelease } from '../release/open-release.ts';
import { MANIFEST_FILE } from '../release/release-manifest.ts';

type StoredFile = StoredRelease['files'][number];

/** Blobs are held in memory, but files of a release have no size limit, so they are split into parts of this size. */
const PART_BYTES = 16 * 1024 ** 2;

/** Stores every file of a release in the blob store, even the held-out ones, because the next release needs them. */
export async function storeFiles(
  blobs: Pick<Blobs, 'put'>,
  folder: string,
  { manifest }: OpenedRelease,
): Promise<readonly StoredFile[]> {
  const splits = SPLIT_NAMES.flatMap((name) => {
    const { trajectories, tools, rewritten } = manifest.splits[name];
    return [trajectories, tools, ...(rewritten === undefined ? [] : [rewritten.trajectories])];
  });
  const { rows_index, earlier, audit, card, card_text } = manifest;
  const others = [rows_index, ...(earlier === undefined ? [] : [earlier]), audit, card, card_text];
  const stored: StoredFile[] = [];
  for (const name of [...[...splits, ...others].map(({ file }) => file), MANIFEST_FILE]) {
    stored.push(await storeFile(blobs, folder, name));
  }
  return stored;
}

async function storeFile(blobs: Pick<Blobs, 'put'>, folder: string, name: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  const parts: string[] = [];
  let bytes = 0;
  const stream = createReadStream(join(folder, name), { highWaterMark: PART_BYTES });
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      parts.push((await blobs.put(piece)).sha256);
    }
  } catch (error) {
    throw Fault.isInstance(error) ? error : storageFault(error, `reading ${join(folder, name)}`);
  }
  return { name, bytes, sha256: hash.digest('hex'), parts };
}

/** Reads a stored file part by part. */
export function readStoredFile(blobs: Pick<Blobs, 'get'>, { parts }: StoredFile): Readable {
  return Readable.from(partsOf(blobs, parts), { objectMode: false });
}

async function* partsOf(blobs: Pick<Blobs, 'get'>, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await blobs.get(part, PART_BYTES);
}

/** Writes a stored release to a folder, its manifest last, so that an incomplete copy is not a release. */
export async function fetchRelease(blobs: Pick<Blobs, 'get'>, { files }: StoredRelease, folder: string): Promise<void> {
  for (const file of files.toSorted((left, right) => lastly(left) - lastly(right))) {
    const path = join(folder, file.name);
    makeFolder(dirname(path));
    await writeHashedBytes(path, file.name, async (put) => {
      for await (const part of partsOf(blobs, file.parts)) await put(part);
    });
  }
}

function lastly({ name }: StoredFile): number {
  return name === MANIFEST_FILE ? 1 : 0;
}
