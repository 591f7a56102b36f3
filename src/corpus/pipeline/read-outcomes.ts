import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';
import type { Outcomes } from '../filter/changed-outcomes.ts';

const rowSchema = z.object({ id: z.string() });
const rejectionSchema = z.object({ attempt_id: z.string(), reason: z.string() });

/** Outcome of every attempt in a folder that `filter` wrote. */
export async function readOutcomes(folder: string): Promise<Outcomes> {
  if (!existsSync(join(folder, 'filter.json'))) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${folder} holds no filtered corpus.`,
      remedy: 'Name the --out folder of `assay corpus filter`.',
    });
  }
  const outcomes = new Map<string, string>();
  for (const file of ['trajectories.jsonl', 'claimed.jsonl']) {
    // Folders written by older filters have no rows from logs.
    if (!existsSync(join(folder, file))) continue;
    for await (const value of values(join(folder, file))) outcomes.set(rowSchema.parse(value).id, 'kept');
  }
  for await (const value of values(join(folder, 'rejected.jsonl'))) {
    const { attempt_id, reason } = rejectionSchema.parse(value);
    outcomes.set(attempt_id, reason);
  }
  for await (const value of values(join(folder, 'quarantine.jsonl'))) {
    const quarantined = rejectionSchema.safeParse(value);
    // A second copy of an attempt does not affect the first.
    if (quarantined.success && !outcomes.has(quarantined.data.attempt_id)) {
      outcomes.set(quarantined.data.attempt_id, quarantined.data.reason);
    }
  }
  return outcomes;
}

async function* values(path: string): AsyncGenerator<unknown> {
  for await (const line of readLines(path, { maxLineBytes: 1024 ** 3 })) {
    const json = 'text' in line ? parseJson(line.text) : undefined;
    if (json?.ok === true) yield json.value;
  }
}
