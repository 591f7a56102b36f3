import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { storageFault } from '../store/files.ts';

/** SHA-256 of a file, read in chunks, because model files may not fit into memory. */
export async function fileHash(path: string, onBytes?: (read: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Uint8Array);
      read += (chunk as Uint8Array).length;
      onBytes?.(read);
    }
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  return hash.digest('hex');
}
