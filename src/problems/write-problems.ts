import { closeSync, openSync, writeSync } from 'node:fs';
import { replaceFile } from '../store/files.ts';
import type { Problem } from './problem.ts';
import { problemToWire } from './problem-wire.ts';

const BUFFERED_CHARACTERS = 1024 * 1024;

/** Writes problems as JSON lines as they come; the file appears when it is whole, or not at all. */
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
