import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EXTRAS } from '../../chat/client.ts';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { CATEGORIES, FLOORS } from '../../problems/problem.ts';
import { readTextFile, replaceFile } from '../../store/files.ts';
import { CALL_FORMS } from '../harness/harness.ts';
import { DEFAULT_MAX_OBSERVATION } from '../harness/shorten-observation.ts';

const name = z.string().min(1).max(300);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const microdollars = z.int().nonnegative();

const runSchema = z.strictObject({
  version: z.literal(1),
  run_id: z.uuid(),
  created_at: z.iso.datetime(),
  label: name,
  model: name,
  line: name,
  checkpoint: name,
  /** `house` for a simulated model. */
  endpoint: z.string(),
  simulated: z.boolean(),
  harness: z.strictObject({
    size: z.union([z.literal(4), z.literal(7)]),
    form: z.enum(CALL_FORMS),
    version: z.int(),
    /** Missing in records from before it was configurable. */
    max_observation: z.int().positive().default(DEFAULT_MAX_OBSERVATION),
    /** Whether `web_search` was offered; only for suites with knowledge problems. */
    web: z.exactOptional(z.literal(true)),
  }),
  k: z.int().positive(),
  greedy: z.boolean(),
  temperature: z.number(),
  top_p: z.number(),
  max_tokens: z.int().positive(),
  max_turns: z.int().positive(),
  seed: z.int().nonnegative(),
  extras: z.array(z.enum(EXTRAS)).readonly(),
  suite: z.strictObject({ name, kind: z.enum(['heldout', 'dev']), digest }),
  problems: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        category: z.enum(CATEGORIES),
        cluster: z.string(),
        /** Policies without a model that solve the problem; missing in records of earlier versions. */
        solved_by: z.array(z.enum(FLOORS)).readonly().optional(),
      }),
    )
    .min(1)
    .readonly(),
  market: z.strictObject({ products: z.int(), source: z.string() }),
  rules: z.strictObject({
    strict: z.int(),
    benchmark: z.int(),
    /** How titles were compared: `lexical`, or the id of an embedding model. */
    similarity: z.string(),
    /** Threshold of the strict rules. Missing in records before their version 2. */
    title_threshold: z.number().optional(),
  }),
  /** Micro-dollars per million tokens; `null` if unknown. */
  price: z.strictObject({ prompt: microdollars, completion: microdollars }).nullable(),
  plan: digest.nullable(),
  /** Training files that were checked for leaks of this suite. */
  guarded_against: z.array(z.string()).readonly(),
  /** Earlier openings of the suite by this checkpoint, and whether it was used for model selection. */
  opening: z.strictObject({ looks_before: z.int().nonnegative(), burned: z.boolean() }).nullable(),
});

/** The definition of a run, written once before its first episode. */
export type RunRecord = Readonly<z.infer<typeof runSchema>>;

export function runPath(folder: string): string {
  return join(folder, 'run.json');
}

export function hasRun(folder: string): boolean {
  return existsSync(runPath(folder));
}

export function readRun(folder: string): RunRecord {
  const path = runPath(folder);
  if (!existsSync(path)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no evaluation in ${folder}.`,
      remedy: 'Name a folder that `assay eval run --out` wrote.',
    });
  }
  const json = parseJson(readTextFile(path));
  const parsed = runSchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('EVIDENCE_CORRUPT', {
    message: `${path} is not a valid record of an evaluation: ${json.ok ? describeIssue(parsed.error) : json.reason}.`,
    remedy: 'Restore it from a backup, or run the evaluation again in another folder.',
  });
}

export async function writeRun(folder: string, run: RunRecord): Promise<void> {
  const text = `${JSON.stringify(run, null, 2)}\n`;
  await replaceFile(runPath(folder), async (aside) => writeFileSync(aside, text, { mode: 0o600 }));
}

/** Facts of one execution, which may differ when a run is resumed. */
const MAY_DIFFER = new Set(['run_id', 'created_at', 'endpoint', 'extras', 'opening', 'guarded_against']);

/** A run is resumed only with the settings it was started with: results at mixed temperatures would be meaningless. */
export function requireSameRun(folder: string, before: RunRecord, now: RunRecord): void {
  for (const field of Object.keys(now) as (keyof RunRecord)[]) {
    if (MAY_DIFFER.has(field) || canonicalJson(before[field]) === canonicalJson(now[field])) continue;
    throw new Fault('INPUT_INVALID', {
      message: `${folder} holds a run with another ${field}: ${shown(before[field])} there, ${shown(now[field])} here.`,
      remedy: 'Resume it with the same options, or choose another folder with --out.',
    });
  }
}

function shown(value: unknown): string {
  return canonicalJson(value).slice(0, 100);
}
