import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import type { Blobs } from '../../store/blobs.ts';
import type { AttemptLog } from './uploaded-log.ts';

const unpack = promisify(gunzip);

/** A validator wrote the file and an agent its content, and all other requests wait while it is parsed. */
const MAX_PACKED_BYTES = 256 * 1024;
const BOUNDS = { maxBytes: 1024 * 1024, maxDepth: 64, maxNodes: 100_000, allowUnsafeIntegers: true };

/** The steps that an agent submitted, read from the uploaded file; null if they cannot be read here. */
export async function readDialogue(
  blobs: Blobs,
  { sha256, contentType }: Pick<AttemptLog, 'sha256' | 'contentType'>,
): Promise<readonly unknown[] | null> {
  let bytes: Uint8Array;
  try {
    const stored = await blobs.get(sha256, MAX_PACKED_BYTES);
    bytes = contentType === 'application/gzip' ? await unpack(stored, { maxOutputLength: BOUNDS.maxBytes }) : stored;
  } catch {
    // Too large, unavailable, not gzip, or a decompression bomb. Viewers that may read the log can still download it.
    return null;
  }
  const read = parseBoundedJson(bytes, BOUNDS);
  return read.ok && Array.isArray(read.value) ? read.value : null;
}
