import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { replaceFile, storageFault } from '../../store/files.ts';

export const hashedFileSchema = z.object({ file: z.string(), sha256: z.string(), bytes: z.number() });

/** A file of a release; its path is relative to the folder. */
export type HashedFile = z.infer<typeof hashedFileSchema>;

export type WriteLine = (text: string) => Promise<void>;

/** Writes lines to a file atomically and returns its hash. */
export async function writeHashed(
  path: string,
  file: string,
  write: (line: WriteLine) => Promise<void>,
): Promise<HashedFile> {
  return await writeHashedBytes(path, file, async (put) => {
    await write(async (text) => await put(Buffer.from(`${text}\n`)));
  });
}

/** Like {@link writeHashed}, for a binary file. */
export async function writeHashedBytes(
  path: string,
  file: string,
  write: (put: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<HashedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  await replaceFile(path, async (aside) => {
    const stream = createWriteStream(aside, { highWaterMark: 1024 ** 2 });
    const done = finished(stream);
    // Awaited below. Until then, a full disk must not end the process.
    done.catch(() => {});
    await write(async (piece) => {
      hash.update(piece);
      bytes += piece.length;
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    });
    stream.end();
    await done;
  });
  return { file, sha256: hash.digest('hex'), bytes };
}

export async function writeHashedText(path: string, file: string, text: string): Promise<HashedFile> {
  return await writeHashed(path, file, async (line) => await line(text.trimEnd()));
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  return hash.digest('hex');
}
