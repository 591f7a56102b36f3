import { Fault } from '../../fault/fault.ts';
import { readLines } from '../../store/files.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';

/** Attempts have a few hundred kilobytes; a larger row is not an attempt. */
export const MAX_ROW_BYTES = 32 * 1024 ** 2;

type BoundedLine = { readonly number: number } & ({ readonly text: string } | { readonly flaw: Quarantined });

/** The lines of a file, compressed or not, and why some of them cannot be read. */
export async function* boundedLines(path: string): AsyncGenerator<BoundedLine> {
  let last = 0;
  try {
    for await (const line of readLines(path, { maxLineBytes: MAX_ROW_BYTES })) {
      last = line.number;
      if ('text' in line) yield line;
      else {
        const reason = line.reason.includes('UTF-8') ? 'NOT_UTF8' : 'ROW_TOO_LARGE';
        yield { number: line.number, flaw: quarantine(reason, `the line ${line.reason}`) };
      }
    }
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'INPUT_INVALID') throw error;
    // It is unknown how many rows the missing end of the file contained.
    yield { number: last + 1, flaw: quarantine('TRUNCATED_FILE', error.message) };
  }
}
