import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Fault } from '../../fault/fault.ts';
import { storageFault } from './storage-fault.ts';

const CHUNK_BYTES = 1024 * 1024;

/** The content of the file, unpacked if its first two bytes say gzip. Opens the path once, so that pipes work too. */
export async function* openBytes(path: string, onBytes: ((bytes: number) => void) | undefined): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    const first = await chunks.next();
    if (first.done === true) return;
    const rest = countedChunks(first.value, chunks, onBytes);
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* gunzip(rest);
    else yield* rest;
  } finally {
    file.destroy();
  }
}

async function* countedChunks(
  first: Buffer,
  chunks: AsyncIterator<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  let read = 0;
  for (let chunk = first; ; ) {
    read += chunk.length;
    onBytes?.(read);
    yield chunk;
    const next = await chunks.next();
    if (next.done === true) return;
    chunk = next.value;
  }
}

async function* gunzip(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => source.destroy());
  yield* source.pipe(unpacked);
}

/** The fault for an error while reading; `place` is the last part that was read completely. */
export function readFault(error: unknown, path: string, place: string): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) {
    return new Fault('INPUT_INVALID', {
      message: `${path} is a truncated gzip file: it ends after ${place} (${code}).`,
      remedy: 'Fetch or compress the file again.',
      cause: error,
    });
  }
  return storageFault(error, `reading ${path}`);
}
