import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readLines, readTextFile } from '../../store/files.ts';
import { agencyNumber } from '../agency/agency-number.ts';

/** The filter's result for one attempt. */
export interface AttemptAgency {
  readonly attempt_id: string;
  readonly run_id: string;
  readonly agency: number;
}

const share = z.number().min(0).max(1);

const rowSchema = z.object({
  id: z.string(),
  agent: z.string(),
  attempt: z.object({ run_id: z.string().nullable() }),
  agency: z.object({
    share,
    recommendation: z.enum(['emitted', 'dictated', 'scripted', 'none', 'unknown']),
    calls: z.array(z.unknown()),
  }),
});
/** Folders written by an older filter do not record the run of a rejected attempt. */
const rejectionSchema = z.object({
  attempt_id: z.string(),
  agent: z.string(),
  run_id: z.string(),
  agency_number: share,
});
const summarySchema = z.object({ versions: z.record(z.string(), z.object({ verdict: z.string() })) });

/**
 * The agency of every attempt in a folder that `filter` wrote, kept or not. Attempts of a version that does not depend
 * on its model have agency 0, however they look alone.
 */
export async function readAgency(folder: string): Promise<readonly AttemptAgency[]> {
  const path = join(folder, 'filter.json');
  const json = existsSync(path) ? parseJson(readTextFile(path)) : undefined;
  const summary = summarySchema.safeParse(json?.ok === true ? json.value : undefined);
  if (!summary.success) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${folder} holds no filtered corpus.`,
      remedy: 'Name the --out folder of `assay corpus filter`.',
    });
  }
  const { versions } = summary.data;
  const isScript = (agent: string) =>
    Object.hasOwn(versions, agent) && versions[agent]!.verdict === 'independent of the model';
  const found: AttemptAgency[] = [];
  const add = (attempt_id: string, run_id: string | null, agent: string, agency: number): void => {
    if (run_id !== null) found.push({ attempt_id, run_id, agency: isScript(agent) ? 0 : agency });
  };
  for await (const value of values(join(folder, 'trajectories.jsonl'))) {
    const row = rowSchema.safeParse(value);
    if (row.success) add(row.data.id, row.data.attempt.run_id, row.data.agent, agencyNumber(row.data.agency));
  }
  for await (const value of values(join(folder, 'rejected.jsonl'))) {
    const row = rejectionSchema.safeParse(value);
    if (row.success) add(row.data.attempt_id, row.data.run_id, row.data.agent, row.data.agency_number);
  }
  return found;
}

async function* values(path: string): AsyncGenerator<unknown> {
  for await (const line of readLines(path, { maxLineBytes: 1024 ** 3 })) {
    const json = 'text' in line ? parseJson(line.text) : undefined;
    if (json?.ok === true) yield json.value;
  }
}
