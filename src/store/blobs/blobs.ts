export interface BlobReference {
  readonly sha256: string;
  readonly bytes: number;
}

/** The bytes stored under a name, whether or not they match the hash. */
export interface FoundBlob {
  /** Stored size, which may be larger than `bytes`. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Port: bytes stored under their SHA-256, so that they can be referenced without trusting the storage. */
export interface Blobs {
  /** Durable when it resolves. Storing the same bytes again changes nothing, unless the stored copy was damaged. */
  put(bytes: Uint8Array): Promise<BlobReference>;
  /**
   * The bytes with this hash. Throws `EVIDENCE_CORRUPT`, naming the blob, when they are missing, too large or
   * different.
   */
  get(sha256: string, maxBytes?: number): Promise<Uint8Array>;
  has(sha256: string): Promise<boolean>;
  /** `undefined` when there is no such blob. */
  size(sha256: string): Promise<number | undefined>;
  /** For diagnosis: up to `maxBytes` of what is stored, unchecked. */
  inspect(sha256: string, maxBytes: number): Promise<FoundBlob | undefined>;
  /** Path or key of the blob for people who look for it, relative to the root of the storage. */
  placeOf(sha256: string): string;
}

/** Larger than anything an attempt can produce; a blob is held in memory as a whole. */
export const MAX_BLOB_BYTES = 1024 ** 3;
