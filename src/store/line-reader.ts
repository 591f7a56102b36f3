import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Fault } from '../fault/fault.ts';
import { storageFault } from './storage-fault.ts';

export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

export interface LineReaderOptions {
  /** Longer lines are reported and skipped without ever being held whole. */
  readonly maxLineBytes?: number;
  /** Called with how many bytes of the file, as stored, have been read. */
  readonly onBytes?: (bytes: number) => void;
}

const NEWLINE = 0x0a;

/**
 * The lines of a text file or, by its first bytes, a gzipped one; counted from 1, blank lines left out. A line that is
 * too long or not UTF-8 comes as a reason, so that one bad line costs one line.
 */
export async function* readLines(path: string, options: LineReaderOptions = {}): AsyncGenerator<Line> {
  const maxLineBytes = options.maxLineBytes ?? 16 * 1024 * 1024;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  function finishLine(): Line | undefined {
    number++;
    const pieces = held;
    const bytes = heldBytes;
    held = [];
    heldBytes = 0;
    if (bytes > maxLineBytes) return { number, reason: `is longer than ${maxLineBytes} bytes` };
    let text: string;
    try {
      text = decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    } catch {
      return { number, reason: 'is not valid UTF-8' };
    }
    return text.trim() === '' ? undefined : { number, text };
  }

  function hold(piece: Uint8Array): void {
    heldBytes += piece.length;
    if (heldBytes > maxLineBytes) held = [];
    else if (piece.length > 0) held.push(piece);
  }

  try {
    for await (const chunk of openBytes(path, options.onBytes)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        hold(chunk.subarray(start, end));
        start = end + 1;
        const line = finishLine();
        if (line !== undefined) yield line;
      }
      hold(chunk.subarray(start));
    }
  } catch (error) {
    throw readFault(error, path, number);
  }
  if (heldBytes > 0) {
    const line = finishLine();
    if (line !== undefined) yield line;
  }
}

async function* openBytes(path: string, onBytes: ((bytes: number) => void) | undefined): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  if (onBytes !== undefined) file.on('data', () => onBytes(file.bytesRead));
  const iterator = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  if (first.done === true) return;
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  };
  const gzipped = first.value[0] === 0x1f && first.value[1] === 0x8b;
  yield* gzipped ? gunzip(rest()) : rest();
}

async function* gunzip(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { Readable, compose } = await import('node:stream');
  yield* compose(Readable.from(source, { objectMode: false }), createGunzip({ chunkSize: 1024 * 1024 }));
}

function readFault(error: unknown, path: string, line: number): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) {
    return new Fault('INPUT_INVALID', {
      message: `${path} is not a whole gzip file: it breaks off after line ${line} (${code}).`,
      remedy: 'Fetch or compress the file again.',
      cause: error,
    });
  }
  return storageFault(error, `reading ${path}`);
}
