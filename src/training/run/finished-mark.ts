import { existsSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile, replaceFile } from '../../store/files.ts';

/** The mark of a finished step; `undefined` if the step is not finished. */
export function readMark<Mark>(path: string, schema: z.ZodType<Mark>): Mark | undefined {
  if (!existsSync(path)) return undefined;
  const json = parseJson(readTextFile(path));
  const parsed = schema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('EVIDENCE_CORRUPT', {
    message: `${path} is not a valid mark of a finished step: ${json.ok ? describeIssue(parsed.error) : json.reason}.`,
    remedy: 'Delete it to repeat the step.',
  });
}

/** Written as the last action of a step. A step killed earlier is repeated, or resumed if it can be. */
export async function writeMark(path: string, mark: unknown): Promise<void> {
  const text = `${JSON.stringify(mark, null, 2)}\n`;
  await replaceFile(path, async (aside) => writeFileSync(aside, text));
}
