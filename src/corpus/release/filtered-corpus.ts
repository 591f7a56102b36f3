import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { toolsReference } from '../pipeline/corpus-row.ts';
import { type Licences, licencesIn } from './known-licences.ts';
import { versionFactsSchema } from './probe-limits.ts';
import { readRows } from './read-rows.ts';
import { CLAIMED_MARKS, type FilteredRow, filteredRowSchema } from './release-row.ts';

const counts = z.record(z.string(), z.number());

const summarySchema = z.looseObject({
  config: z.looseObject({ version: z.number() }),
  config_fingerprint: z.string(),
  withheld_checked: z.boolean(),
  rows: z.number(),
  kept: z.number(),
  /** Folders written by older filters have no rows from logs. */
  claimed: z.number().default(0),
  rejected: z.number(),
  quarantined: z.number(),
  deciding: counts,
  failing: counts,
  quarantine: counts,
  /** Older filters write other facts about agent versions, or none. */
  versions: z.record(z.string(), versionFactsSchema).catch({}),
});

const toolsSchema = z.record(z.string(), z.string());

/** The part of `filter.json` that a release repeats. */
export type FilterCounts = z.infer<typeof summarySchema>;

/** A folder that `corpus filter` wrote. */
export interface FilteredCorpus {
  readonly summary: FilterCounts;
  readonly summaryText: string;
  /** JSON text of tool schemas by `tools_ref`. */
  readonly tools: ReadonlyMap<string, string>;
  /** The licences stated in the folder itself. */
  readonly licences: Licences;
  readonly rowsPath: string;
  rows(): AsyncGenerator<FilteredRow>;
  readonly claimedPath: string;
  /** Rows from logs that no gateway recorded. */
  claimed(): AsyncGenerator<FilteredRow>;
}

const claimedSchema = filteredRowSchema.extend(CLAIMED_MARKS);

export function openFiltered(folder: string): FilteredCorpus {
  const summaryPath = join(folder, 'filter.json');
  if (!existsSync(summaryPath)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${folder} holds no filtered corpus.`,
      remedy: 'Name the --out folder of `assay corpus filter`.',
    });
  }
  const summaryText = readTextFile(summaryPath);
  const rowsPath = join(folder, 'trajectories.jsonl');
  const claimedPath = join(folder, 'claimed.jsonl');
  const summary = parseDocument(summaryText, summarySchema, summaryPath);
  return {
    summary,
    summaryText,
    tools: readTools(join(folder, 'tools.json')),
    licences: licencesIn(folder),
    rowsPath,
    rows: () => readRows(rowsPath, filteredRowSchema),
    claimedPath,
    claimed: () => (summary.claimed === 0 ? noRows() : readRows(claimedPath, claimedSchema)),
  };
}

async function* noRows(): AsyncGenerator<never> {}

/** Reads schemas and checks their hashes: a row must not be rendered with other schemas than it was recorded with. */
export function readTools(path: string): ReadonlyMap<string, string> {
  const tools = new Map(Object.entries(parseDocument(readTextFile(path), toolsSchema, path)));
  for (const [reference, text] of tools) {
    if (toolsReference(text) === reference && parseJson(text).ok) continue;
    throw new Fault('INPUT_INVALID', {
      message: `${path}: the schemas under ${reference} do not match this hash.`,
      remedy: 'Restore the file from a backup, or write the folder again.',
    });
  }
  return tools;
}

export function parseDocument<Document>(text: string, schema: z.ZodType<Document>, path: string): Document {
  const json = parseJson(text);
  const parsed = schema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not valid.`,
    remedy: 'Write the folder again with the command that made it.',
    cause: parsed.error,
  });
}
