import type { WriteStream } from 'node:tty';

const REDRAW_MILLISECONDS = 100;
const BAR_WIDTH = 28;

/**
 * A progress bar for long work. Prints nothing when the output is not a terminal, so that pipes and logs stay clean.
 */
export class Progress {
  readonly #stream: WriteStream | undefined;
  #started = performance.now();
  #label = '';
  #drawn = Number.NEGATIVE_INFINITY;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream.isTTY ? stream : undefined;
  }

  update(label: string, done: number, total: number): void {
    const now = performance.now();
    if (label !== this.#label) {
      this.#label = label;
      this.#started = now;
    } else if (now - this.#drawn < REDRAW_MILLISECONDS && done < total) {
      return;
    }
    if (this.#stream === undefined) return;
    this.#drawn = now;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    this.#clear();
    this.#stream.write(`${label.padEnd(18)} ${bar} ${percent}  ${this.#remaining(now, share)}`);
  }

  /** Removes the bar, so that the next output starts on a clean line. */
  done(): void {
    this.#clear();
  }

  #remaining(now: number, share: number): string {
    const elapsed = (now - this.#started) / 1000;
    if (share === 0 || elapsed < 1) return '';
    return `${Math.ceil((elapsed * (1 - share)) / share)} s left`;
  }

  #clear(): void {
    this.#stream?.write('\r\u001b[K');
  }
}
