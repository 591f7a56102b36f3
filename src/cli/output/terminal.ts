import { plainText } from './plain-text.ts';
import { Progress } from './progress.ts';

/** The output of a command. */
export interface Terminal {
  /** For people; silent with `--json`. */
  print(line?: string): void;
  /** For people, in addition to the result: warnings and what was skipped. */
  warn(line: string): void;
  /** The one document that `--json` prints. */
  report(document: unknown): void;
  readonly progress: Progress;
}

export function createTerminal(json: boolean): Terminal {
  return {
    print: (line = '') => {
      if (!json) process.stdout.write(`${line}\n`);
    },
    warn: (line) => {
      process.stderr.write(`${plainText(line)}\n`);
    },
    report: (document) => {
      if (json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    },
    progress: new Progress(process.stderr),
  };
}
