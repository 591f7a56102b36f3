import type { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';

/** Rows were bounded when they were filtered. This only prevents a wrong file from filling the memory. */
const MAX_ROW_BYTES = 512 * 1024 ** 2;

/** Reads the rows of a `trajectories.jsonl`. Throws at the first invalid row: an incomplete corpus is unusable. */
export async function* readRows<Row>(path: string, schema: z.ZodType<Row>): AsyncGenerator<Row> {
  for await (const line of readLines(path, { maxLineBytes: MAX_ROW_BYTES })) {
    const reject = (reason: string): Fault =>
      new Fault('INPUT_INVALID', {
        message: `${path}, line ${line.number}: ${reason}.`,
        remedy: 'Write the folder again with the command that made it.',
      });
    if ('reason' in line) throw reject(line.reason);
    const json = parseJson(line.text);
    if (!json.ok) throw reject('is not JSON');
    const row = schema.safeParse(json.value);
    if (!row.success) throw reject(describeIssue(row.error));
    yield row.data;
  }
}
