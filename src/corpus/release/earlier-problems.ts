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
 * A problem that an earlier release had and this one has no row of. Models trained on that release have seen it, so it
 * must not turn up in another split of a later one; a chain of releases remembers it. `query` is empty where the words
 * must not be told any more.
 */
export const earlierProblemSchema = z.object({
  problem_id: z.string().min(1),
  query: z.string(),
  split: z.enum(SPLIT_NAMES),
});

export type EarlierProblem = z.infer<typeof earlierProblemSchema>;

/** `undefined` where every problem of the releases before is in this one. */
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
