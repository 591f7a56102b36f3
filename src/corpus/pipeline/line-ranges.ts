import { open } from 'node:fs/promises';
import { storageFault } from '../../store/files.ts';

/** Byte range of a line in a file, without its newline. */
export interface LineRange {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

const CHUNK_BYTES = 4 * 1024 ** 2;
const NEWLINE = 0x0a;
const GZIP = [0x1f, 0x8b];
/** Longer lines of white space are an error in the input and are reported. */
const MAX_BLANK = 64;

/**
 * The lines of a plain file as byte ranges, without blank ones; `undefined` for a compressed file. Text is decoded
 * where it is needed, because text passed from one thread to another is copied twice.
 */
export async function lineRanges(path: string): Promise<AsyncGenerator<LineRange> | undefined> {
  try {
    const file = await open(path);
    const first = Buffer.alloc(2);
    const { bytesRead } = await file.read(first, 0, 2, 0);
    if (bytesRead === 2 && first[0] === GZIP[0] && first[1] === GZIP[1]) {
      await file.close();
      return undefined;
    }
    return findLines(file, path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

async function* findLines(file: Awaited<ReturnType<typeof open>>, path: string): AsyncGenerator<LineRange> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let number = 0;
  let start = 0;
  let at = 0;
  let blank = true;
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) break;
      const bytes = chunk.subarray(0, bytesRead);
      let from = 0;
      for (let newline = bytes.indexOf(NEWLINE); newline !== -1; newline = bytes.indexOf(NEWLINE, from)) {
        const end = at + newline;
        number++;
        if (!(blank && isBlank(bytes.subarray(from, newline)))) yield { number, start, end };
        blank = true;
        from = newline + 1;
        start = end + 1;
      }
      blank &&= isBlank(bytes.subarray(from));
      at += bytesRead;
    }
    if (at > start && !blank) yield { number: number + 1, start, end: at };
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  } finally {
    await file.close();
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_BLANK && bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}
