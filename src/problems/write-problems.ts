import { closeSync, openSync, writeSync } from 'node:fs';
import { replaceFile } from '../store/files.ts';
import type { Problem } from './problem.ts';
import { problemToWire } from './problem-wire.ts';

const BUFFERED_CHARACTERS = 1024 * 1024;

/** Streams problems to a file as JSON lines. The file is written atomically: it appears only when it is complete. */
export async function writeProblems(
  path: string,
  problems: AsyncIterable<Problem> | Iterable<Problem>,
): Promise<number> {
  return await replaceFile(path, async (aside) => {
    const file = openSync(aside, 'w');
    let text = '';
    let count = 0;
    const flush = (): void => {
      const bytes = Buffer.from(text, 'utf8');
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      text = '';
    };
    try {
      for await (const problem of problems) {
        text += `${JSON.stringify(problemToWire(problem))}\n`;
        count++;
        if (text.length > BUFFERED_CHARACTERS) flush();
      }
      flush();
    } finally {
      closeSync(file);
    }
    return count;
  });
}
