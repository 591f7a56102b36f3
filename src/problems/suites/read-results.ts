import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';
import type { AttemptResult } from './solve-alarms.ts';

interface BadResult {
  readonly line: number;
  readonly reason: string;
}

export interface ReadResults {
  readonly results: readonly AttemptResult[];
  readonly badLines: readonly BadResult[];
}

const resultSchema = z.object({
  problem_id: z.string().min(1, 'is empty'),
  agent_version_id: z.string().min(1, 'is empty'),
  success: z.boolean('must be true or false'),
});

/** Reads results of attempts as JSON lines; additional fields are ignored. */
export async function readResults(path: string): Promise<ReadResults> {
  const results: AttemptResult[] = [];
  const badLines: BadResult[] = [];
  for await (const line of readLines(path)) {
    const parsed = 'reason' in line ? line.reason : parseResult(line.text);
    if (typeof parsed === 'string') badLines.push({ line: line.number, reason: parsed });
    else results.push(parsed);
  }
  return { results, badLines };
}

/** Returns the result, or the reason why the line is invalid. */
function parseResult(text: string): AttemptResult | string {
  const json = parseJson(text);
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const parsed = resultSchema.safeParse(json.value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
