import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { readTextFile } from '../../store/files.ts';
import { parseDocument, readTools } from './filtered-corpus.ts';
import { type Licences, licencesIn } from './known-licences.ts';
import { readRows } from './read-rows.ts';
import { filteredRowSchema, REWRITTEN_MARKS } from './release-row.ts';

const summarySchema = z.looseObject({
  kind: z.literal('assay-rewritten'),
  config: z.looseObject({ version: z.number() }),
  config_fingerprint: z.string(),
  rewritten: z.number(),
  withheld_checked: z.boolean().default(false),
});

const rowSchema = filteredRowSchema.extend(REWRITTEN_MARKS);

/** A row as `corpus rewrite` writes it. */
type RewrittenInput = z.infer<typeof rowSchema>;

/** A folder that `corpus rewrite` wrote. */
export interface RewrittenCorpus {
  readonly summary: z.infer<typeof summarySchema>;
  readonly summaryText: string;
  readonly tools: ReadonlyMap<string, string>;
  readonly licences: Licences;
  readonly rowsPath: string;
  rows(): AsyncGenerator<RewrittenInput>;
}

export function openRewritten(folder: string): RewrittenCorpus {
  const path = join(folder, REWRITE_FILE);
  if (!existsSync(path)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${folder} holds no rewritten attempts.`,
      remedy: 'Name the --out folder of `assay corpus rewrite`.',
    });
  }
  const summaryText = readTextFile(path);
  const rowsPath = join(folder, 'rewritten.jsonl');
  return {
    summary: parseDocument(summaryText, summarySchema, path),
    summaryText,
    tools: readTools(join(folder, 'tools.json')),
    licences: licencesIn(folder),
    rowsPath,
    rows: () => readRows(rowsPath, rowSchema),
  };
}

/** This file exists once a rewrite is complete. */
export const REWRITE_FILE = 'rewrite.json';
