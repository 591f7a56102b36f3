/** Blobs by hash, on disk or in S3-compatible storage. */
export { type BlobReference, type Blobs, MAX_BLOB_BYTES } from './blobs/blobs.ts';
export { FileBlobs } from './blobs/file-blobs.ts';
export { S3Blobs } from './blobs/s3-blobs.ts';
