import { openBytes, readFault } from './open-bytes.ts';

export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

export interface LineReaderOptions {
  /** Longer lines are reported and skipped without being held in memory. */
  readonly maxLineBytes?: number;
  /** Called with the number of bytes read from the file, before unpacking. */
  readonly onBytes?: (bytes: number) => void;
}

const NEWLINE = 0x0a;

/**
 * The lines of a text file, plain or gzipped (detected by its first bytes); counted from 1, blank lines skipped. A line
 * that is too long or not UTF-8 is returned as a reason, so that one bad line costs only that line.
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
    throw readFault(error, path, `line ${number}`);
  }
  if (heldBytes > 0) {
    const line = finishLine();
    if (line !== undefined) yield line;
  }
}
