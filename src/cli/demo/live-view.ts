import type { WriteStream } from 'node:tty';
import { oneLine } from '../output/format-line.ts';

export interface LiveRow {
  readonly label: string;
  /** Progress from 0 to 1; a row without it is only text. */
  readonly share?: number;
}

const BAR_WIDTH = 24;
const LABEL_WIDTH = 44;

/** Progress bars at the bottom of a terminal. Writes nothing when the output is not a terminal. */
export class LiveView {
  readonly #stream: WriteStream | undefined;
  #drawn = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream.isTTY ? stream : undefined;
  }

  show(rows: readonly LiveRow[]): void {
    if (this.#stream === undefined) return;
    const room = Math.max(0, this.#stream.rows - 1);
    const lines = rows
      .slice(0, room)
      .map(({ label, share }) => `  ${cut(label)} ${share === undefined ? '' : bar(share)}\u001b[K\n`);
    this.#stream.write(`${this.#back()}${lines.join('')}\u001b[J`);
    this.#drawn = lines.length;
  }

  /** Removes the bars, so that the next output begins on a clean line. */
  clear(): void {
    this.show([]);
  }

  #back(): string {
    return this.#drawn === 0 ? '' : `\u001b[${this.#drawn}A`;
  }
}

function cut(label: string): string {
  return oneLine(label).slice(0, LABEL_WIDTH).padEnd(LABEL_WIDTH);
}

function bar(share: number): string {
  const known = Math.min(1, Math.max(0, share));
  const filled = Math.round(known * BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${String(Math.floor(known * 100)).padStart(3)} %`;
}
