import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile, storageFault } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';
import { readProblemFile } from '../read-problem-file.ts';
import { EDGE_REASONS } from './edge.ts';
import { SPLIT_NAMES, type SplitName } from './split-by-cluster.ts';

/** File names are fixed: otherwise a manifest could name the held-out file as the training file. */
const splitEntry = (name: SplitName) =>
  z.object({
    file: z.literal(`${name}.jsonl`),
    sha256: z.string(),
    problems: z.number(),
    clusters: z.number(),
  });

const manifestSchema = z.object({
  version: z.literal(1),
  seed: z.number(),
  similarity: z.object({ name: z.string(), threshold: z.number() }),
  inputs: z.array(z.object({ file: z.string(), sha256: z.string() })),
  edges: z.record(z.enum(EDGE_REASONS), z.number()),
  splits: z.object({ train: splitEntry('train'), dev: splitEntry('dev'), heldout: splitEntry('heldout') }),
  assignment: z.record(z.string(), z.enum(SPLIT_NAMES)),
});

/** Inputs and outputs of a split, so that anyone can check that the files are unchanged. */
export type SplitManifest = z.infer<typeof manifestSchema>;

/** Written last; a folder without it is not a split. */
export const MANIFEST = 'manifest.json';

export interface EarlierSplit {
  readonly problems: readonly Problem[];
  readonly assignment: ReadonlyMap<string, SplitName>;
}

export const NO_SPLIT: EarlierSplit = { problems: [], assignment: new Map() };

/**
 * Reads an earlier split, which must be complete and unchanged: without its problems, a copy of a held-out problem
 * would look new. The files, which the manifest hashes, determine the split of a problem; an assignment in the manifest
 * that differs is an error.
 */
export async function readSplit(folder: string): Promise<EarlierSplit> {
  const path = join(folder, MANIFEST);
  const manifest = readManifest(path);
  const problems: Problem[] = [];
  const assignment = new Map<string, SplitName>();
  for (const name of SPLIT_NAMES) {
    const { file, sha256: expected, problems: count } = manifest.splits[name];
    if (hashOf(join(folder, file)) !== expected) {
      throw contradiction(`${join(folder, file)} is not the file its manifest describes.`);
    }
    const members = count > 0 ? await readProblemFile(join(folder, file)) : [];
    if (members.length !== count) throw contradiction(`${path} counts ${count} problems in ${file}, which has others.`);
    for (const { id } of members) {
      const other = assignment.get(id);
      if (other !== undefined) throw contradiction(`Problem ${id} is in ${other}.jsonl and in ${file}.`);
      assignment.set(id, name);
    }
    problems.push(...members);
  }
  requireSameAssignment(path, new Map(Object.entries(manifest.assignment)), assignment);
  return { problems, assignment };
}

function requireSameAssignment(
  path: string,
  claimed: ReadonlyMap<string, SplitName>,
  actual: ReadonlyMap<string, SplitName>,
): void {
  for (const id of new Set([...actual.keys(), ...claimed.keys()])) {
    const [says, is] = [claimed.get(id), actual.get(id)];
    if (says === is) continue;
    throw contradiction(
      `${path} assigns problem ${id} to ${says ?? 'no split'}, but ${is === undefined ? 'no file has it' : `it is in ${is}.jsonl`}.`,
    );
  }
}

function contradiction(message: string): Fault {
  return new Fault('INPUT_INVALID', {
    message,
    remedy: 'Restore the split from a copy, or create a new one without --split.',
  });
}

export function readManifest(path: string): SplitManifest {
  const json = parseJson(readTextFile(path));
  const parsed = manifestSchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not the manifest of a split.`,
    remedy: 'Create the split again with `assay problems split`.',
  });
}

export function hashOf(path: string): string {
  try {
    return sha256(readFileSync(path));
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}
