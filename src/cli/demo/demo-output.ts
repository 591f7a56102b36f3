import type { Terminal } from '../output/terminal.ts';
import { type LiveRow, LiveView } from './live-view.ts';

/** Output of the demo: permanent lines, and below them live progress. */
export class DemoOutput {
  readonly lines: string[] = [];
  readonly #terminal: Terminal;
  readonly #live: LiveView;
  /** Concurrent activities, each with its own rows. */
  readonly #rows = new Map<string, readonly LiveRow[]>();

  constructor(terminal: Terminal, stream: NodeJS.WriteStream = process.stderr) {
    this.#terminal = terminal;
    this.#live = new LiveView(stream);
  }

  /** Prints a result line; repeated lines are left out. */
  tell(line: string): void {
    if (this.lines.includes(line)) return;
    this.lines.push(line);
    this.print(line);
  }

  /** Prints any other line. */
  print(line = ''): void {
    this.#live.clear();
    this.#terminal.print(line);
    this.#draw();
  }

  show(what: string, rows: readonly LiveRow[]): void {
    if (rows.length === 0) this.#rows.delete(what);
    else this.#rows.set(what, rows);
    this.#draw();
  }

  #draw(): void {
    this.#live.show([...this.#rows.values()].flat());
  }
}
