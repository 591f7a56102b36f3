import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { readManifest, SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { readTextFile } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';

export interface SettledProblem {
  readonly problem: Problem;
  readonly split: SplitName;
}

/** The problems of a folder that `problems split` wrote, with their places; its files must be those it describes. */
export async function readSettled(folder: string): Promise<readonly SettledProblem[]> {
  const manifest = readManifest(join(folder, 'manifest.json'));
  const settled: SettledProblem[] = [];
  for (const split of SPLIT_NAMES) {
    const { file, sha256: expected, problems } = manifest.splits[split];
    const path = join(folder, file);
    if (sha256(readTextFile(path)) !== expected) {
      throw new Fault('INPUT_INVALID', {
        message: `${path} is not the file its manifest describes.`,
        remedy: 'Put it back from a copy, or cut the problems anew with `assay problems split`.',
      });
    }
    if (problems === 0) continue;
    for (const problem of await readProblemFile(path)) settled.push({ problem, split });
  }
  return settled;
}
