import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { CATEGORIES } from '../../problems/problem.ts';
import { readTextFile } from '../../store/files.ts';
import { marketSchema } from './evaluation-suite.ts';

export const MANIFEST_FILE = 'manifest.json';

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');

const manifestSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  kind: z.enum(['heldout', 'dev', 'train']),
  /** Incremented when a suite with this name is rebuilt; missing in suites of version 1. */
  suite_version: z.int().positive().default(1),
  /** Parameters with which `assay market build` can rebuild the market. */
  market: marketSchema,
  made_by: z.strictObject({ script: z.string(), seed: z.int().nonnegative() }),
  problems: z.strictObject({ file: z.string().regex(/^[\w.-]+$/), sha256: digest, count: z.int().positive() }),
  problem_ids: z.array(z.string().min(1)).min(1),
  categories: z.partialRecord(z.enum(CATEGORIES), z.int().nonnegative()),
  leak_clusters: z.int().positive(),
  /** How many problems each reference solver solves: policies without a model, and `house/expert`. */
  solved_by: z.record(z.string(), z.int().nonnegative()).optional(),
  /** Sets that were proved to share no product, shop or leak cluster with it. */
  guarded_against: z.array(z.strictObject({ name: z.string(), problems: z.int(), digest })),
});

/** The manifest in the folder of a suite. */
export type SuiteManifest = Readonly<z.infer<typeof manifestSchema>>;

export function readSuiteManifest(path: string): SuiteManifest {
  const json = parseJson(readTextFile(path));
  const parsed = manifestSchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not a valid suite manifest: ${describeIssue(parsed.error)}.`,
    remedy: 'Restore the file from a backup.',
  });
}
