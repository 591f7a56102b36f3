import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';
import { attemptOfRow } from '../rewrite/rewritten-row.ts';
import { openRelease } from './open-release.ts';
import { MANIFEST_FILE } from './release-manifest.ts';
import { REWRITE_FILE } from './rewritten-corpus.ts';

interface IndexedRow {
  readonly split: string;
  readonly leak_cluster: string;
  readonly sha256: string;
  /** Whether it is from a log that no gateway recorded. */
  readonly claimed: boolean;
  /** Whether its reasoning was written afterwards. */
  readonly rewritten: boolean;
}

/** What one folder says about an attempt: whether a release contains it, or its outcome in a filtered corpus. */
export type AttemptLocation =
  | {
      readonly kind: 'release';
      readonly folder: string;
      readonly name: string;
      readonly row: IndexedRow | null;
    }
  | {
      /** Outcome of `corpus filter` or of `corpus rewrite`. */
      readonly kind: 'filtered' | 'rewriting';
      readonly folder: string;
      readonly outcome: 'kept' | 'rejected' | 'quarantined' | 'unknown';
      readonly reason: string | null;
      readonly detail: string | null;
    };

const indexSchema = z.object({
  id: z.string(),
  split: z.string(),
  leak_cluster: z.string(),
  sha256: z.string(),
  claimed: z.boolean().default(false),
  rewritten: z.boolean().default(false),
});
const decisionSchema = z.object({ attempt_id: z.string(), reason: z.string(), detail: z.string().optional() });
const keptSchema = z.object({ id: z.string() });

/**
 * Looks up an attempt in a folder. The id of a row is that of its attempt, or contains it if the row was rewritten, so
 * one lookup covers all kinds.
 */
export async function findAttempt(folder: string, id: string): Promise<AttemptLocation> {
  if (existsSync(join(folder, MANIFEST_FILE))) {
    const { manifest } = await openRelease(folder);
    const found = await find(join(folder, manifest.rows_index.file), indexSchema, (row) => attemptOfRow(row.id) === id);
    if (found === undefined) return { kind: 'release', folder, name: manifest.name, row: null };
    const { id: _, ...row } = found;
    return { kind: 'release', folder, name: manifest.name, row };
  }
  const isRewriting = existsSync(join(folder, REWRITE_FILE));
  if (!isRewriting && !existsSync(join(folder, 'filter.json'))) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${folder} holds neither a release nor a filtered corpus nor rewritten attempts.`,
      remedy: 'Name the --out folder of `assay corpus build`, `assay corpus filter` or `assay corpus rewrite`.',
    });
  }
  const is = { kind: isRewriting ? 'rewriting' : 'filtered', folder } as const;
  const decided = (file: string) => find(join(folder, file), decisionSchema, ({ attempt_id }) => attempt_id === id);
  const rejected = await decided('rejected.jsonl');
  if (rejected !== undefined) return { ...is, outcome: 'rejected', ...because(rejected) };
  for (const file of isRewriting ? ['rewritten.jsonl'] : ['trajectories.jsonl', 'claimed.jsonl']) {
    // Folders written by older filters have no rows from logs.
    if (!existsSync(join(folder, file))) continue;
    const kept = await find(join(folder, file), keptSchema, (row) => attemptOfRow(row.id) === id);
    if (kept !== undefined) return { ...is, outcome: 'kept', reason: null, detail: null };
  }
  // Checked last, because a quarantined second copy does not affect the first.
  const aside = await decided('quarantine.jsonl');
  if (aside !== undefined) return { ...is, outcome: 'quarantined', ...because(aside) };
  return { ...is, outcome: 'unknown', reason: null, detail: null };
}

function because({ reason, detail }: z.infer<typeof decisionSchema>) {
  return { reason, detail: detail ?? null };
}

async function find<Found>(
  path: string,
  schema: z.ZodType<Found>,
  isIt: (found: Found) => boolean,
): Promise<Found | undefined> {
  for await (const line of readLines(path, { maxLineBytes: 1024 ** 3 })) {
    const json = 'text' in line ? parseJson(line.text) : undefined;
    const found = schema.safeParse(json?.ok === true ? json.value : undefined);
    if (found.success && isIt(found.data)) return found.data;
  }
  return undefined;
}
