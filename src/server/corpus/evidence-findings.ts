import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { filterSingleAttempt, type SingleAttemptResult } from '../../corpus/filter-single-attempt.ts';
import type { Blobs } from '../../store/blobs.ts';

const unpack = promisify(gunzip);
/** A validator wrote the file, and all other requests wait while it is read, so larger files are not read here. */
const MAX_PACKED_BYTES = 1024 * 1024;
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;
const MOST_REMEMBERED = 500;

/** Filter results of uploaded evidence. A file never changes under its hash, so each is read once. */
export class EvidenceFindings {
  readonly #blobs: Blobs;
  readonly #known = new Map<string, SingleAttemptResult | null>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  async of(sha256: string): Promise<SingleAttemptResult | null> {
    const known = this.#known.get(sha256);
    if (known !== undefined) return known;
    let packed: Uint8Array;
    try {
      packed = await this.#blobs.get(sha256, MAX_PACKED_BYTES);
    } catch {
      // Too large, or unavailable now. The page has the file's URL and shows what is wrong with it.
      return null;
    }
    const finding = await findingIn(packed);
    if (this.#known.size >= MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(sha256, finding);
    return finding;
  }
}

async function findingIn(packed: Uint8Array): Promise<SingleAttemptResult | null> {
  let bytes: Uint8Array;
  try {
    bytes = await unpack(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    // Not gzip, or a decompression bomb.
    return null;
  }
  return filterSingleAttempt(Buffer.from(bytes).toString('utf8')) ?? null;
}
