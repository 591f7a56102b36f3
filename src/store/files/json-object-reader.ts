import type { Line, LineReaderOptions } from './line-reader.ts';
import { openBytes, readFault } from './open-bytes.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Bytes allowed between objects: white space, the brackets of the array and its commas. */
const BETWEEN: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n[],'));

/**
 * The objects of a JSON file, which is one array of objects or a sequence of them; plain or gzipped, counted from 1.
 * The file may be larger than memory. An object that is too long or not UTF-8 is returned as a reason. Any other byte
 * between objects ends the file with a reason, because the start of the next object is unknown.
 */
export async function* readObjects(path: string, options: LineReaderOptions = {}): AsyncGenerator<Line> {
  const maxBytes = options.maxLineBytes ?? 16 * 1024 * 1024;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  function hold(piece: Uint8Array): void {
    heldBytes += piece.length;
    if (heldBytes > maxBytes) held = [];
    else held.push(piece);
  }

  function finishObject(): Line {
    number++;
    const [pieces, bytes] = [held, heldBytes];
    held = [];
    heldBytes = 0;
    if (bytes > maxBytes) return { number, reason: `is longer than ${maxBytes} bytes` };
    try {
      return { number, text: decoder.decode(Buffer.concat(pieces)) };
    } catch {
      return { number, reason: 'is not valid UTF-8' };
    }
  }

  try {
    for await (const chunk of openBytes(path, options.onBytes)) {
      let start = 0;
      for (let place = 0; place < chunk.length; place++) {
        const byte = chunk[place]!;
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === OPENING_BRACE) {
          if (depth++ === 0) start = place;
        } else if (depth === 0) {
          if (BETWEEN.has(byte)) continue;
          yield { number: number + 1, reason: 'does not begin with "{": the rest of the file is not read' };
          return;
        } else if (byte === QUOTE) {
          inString = true;
        } else if (byte === CLOSING_BRACE && --depth === 0) {
          hold(chunk.subarray(start, place + 1));
          yield finishObject();
        }
      }
      if (depth > 0) hold(chunk.subarray(start));
    }
  } catch (error) {
    throw readFault(error, path, `object ${number}`);
  }
  if (depth > 0) yield { number: number + 1, reason: 'ends before its last "}"' };
}
