import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, storageFault } from '../../store/files.ts';

/** Joins the parts of a file and returns its path. */
export async function joinFiles(parts: readonly string[], target: string): Promise<string> {
  try {
    makeFolder(dirname(target));
    for (const [place, part] of parts.entries()) {
      await pipeline(createReadStream(part), createWriteStream(target, { flags: place === 0 ? 'w' : 'a' }));
    }
    return target;
  } catch (error) {
    throw storageFault(error, `joining ${parts.length} files into ${target}`);
  }
}

export async function isZip(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004';
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}
