export interface BlobReference {
  readonly sha256: string;
  readonly bytes: number;
}

/** What lies under a name, whether or not it is what the name promises. */
export interface FoundBlob {
  /** How much there is, which may be more than was read. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Port: bytes kept under their own SHA-256, so that they can be named before anybody trusts the place they lie in. */
export interface Blobs {
  /** On disk, or wherever blobs last, when it resolves. The same bytes again change nothing, unless they were damaged. */
  put(bytes: Uint8Array): Promise<BlobReference>;
  /** The bytes with this hash. `EVIDENCE_CORRUPT`, naming the blob, when they are missing, too many or others. */
  get(sha256: string, maxBytes?: number): Promise<Uint8Array>;
  has(sha256: string): Promise<boolean>;
  /** `undefined` when there is none. */
  size(sha256: string): Promise<number | undefined>;
  /** For diagnosis: up to `maxBytes` of what is stored, unchecked. */
  inspect(sha256: string, maxBytes: number): Promise<FoundBlob | undefined>;
  /** Where a person would look for it, relative to where the blobs are kept. */
  placeOf(sha256: string): string;
}

/** More than anything an attempt may leave behind; a blob is held in memory whole. */
export const MAX_BLOB_BYTES = 1024 ** 3;
