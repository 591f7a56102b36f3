import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

export interface PositionedLine {
  readonly start: number;
  readonly bytes: number;
  readonly text: string;
}

/**
 * The lines of a text with their byte positions, so that one line can be read again without the rest. Blank lines are
 * skipped.
 */
export async function* linesWithPositions(stream: Readable): AsyncGenerator<PositionedLine> {
  let held: Buffer[] = [];
  let start = 0;
  let bytes = 0;
  const finish = (): PositionedLine => {
    const line = { start, bytes, text: Buffer.concat(held).toString('utf8') };
    start += bytes + 1;
    held = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      held.push(chunk.subarray(from, end));
      bytes += end - from;
      from = end + 1;
      const line = finish();
      if (line.text.trim() !== '') yield line;
    }
    held.push(chunk.subarray(from));
    bytes += chunk.length - from;
  }
  if (bytes > 0) yield finish();
}
