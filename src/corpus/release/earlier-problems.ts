import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../json/canonical-json.ts';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import type { ExclusionReason } from './assign-splits.ts';
import { type HashedFile, writeHashed } from './hashed-file.ts';
import type { SettledProblem } from './settled-problems.ts';

export const EARLIER_FILE = 'earlier.jsonl';

/**
 * A problem of an earlier release that has no row in this one. Models trained on that release have seen it, so it must
 * not appear in another split of a later release. Each release therefore passes it on. `query` is empty if the words
 * must no longer be published.
 */
export const earlierProblemSchema = z.object({
  problem_id: z.string().min(1),
  query: z.string(),
  split: z.enum(SPLIT_NAMES),
});

export type EarlierProblem = z.infer<typeof earlierProblemSchema>;

/** Writes the problems of earlier releases that are not in this one; `undefined` if there are none. */
export async function writeEarlier(
  out: string,
  settled: readonly SettledProblem[],
  { here, apart }: { readonly here: ReadonlySet<string>; readonly apart: ReadonlyMap<string, ExclusionReason> },
): Promise<HashedFile | undefined> {
  const gone = settled
    .filter(({ problem }) => !here.has(problem.id))
    .toSorted((left, right) => (left.problem.id < right.problem.id ? -1 : 1));
  if (gone.length === 0) {
    rmSync(join(out, EARLIER_FILE), { force: true });
    return undefined;
  }
  return await writeHashed(join(out, EARLIER_FILE), EARLIER_FILE, async (line) => {
    for (const { problem, split } of gone) {
      const query = apart.has(problem.id) ? '' : problem.query;
      await line(canonicalJson({ problem_id: problem.id, query, split } satisfies EarlierProblem));
    }
  });
}
