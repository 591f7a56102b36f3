import { Fault } from '../../fault/fault.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import type { EarlierProblem } from './earlier-problems.ts';
import { openRelease } from './open-release.ts';
import type { ReleaseRow } from './release-row.ts';
import { inWords } from './row-problems.ts';
import type { SettledProblem } from './settled-problems.ts';

/** The release that another one follows: its problems with their splits, and its contents. */
export interface PreviousRelease {
  readonly name: string;
  /** SHA-256 of its manifest. */
  readonly manifest: string;
  /** Its problems, and those of earlier releases. */
  readonly settled: readonly SettledProblem[];
  readonly rows: ReadonlySet<string>;
  /** Problems that have rows in it. */
  readonly problems: ReadonlySet<string>;
}

/** Reads a previous release. Its problems are identified by their words, unless the caller knows more about them. */
export async function readPrevious(folder: string, known: ReadonlyMap<string, Problem>): Promise<PreviousRelease> {
  const release = await openRelease(folder);
  const settled = new Map<string, SettledProblem>();
  const rows = new Set<string>();
  const problems = new Set<string>();
  const settle = ({ problem_id, query, split }: EarlierProblem): void => {
    settled.set(problem_id, { problem: known.get(problem_id) ?? inWords(problem_id, query), split });
  };
  const add = (row: ReleaseRow, split: SplitName): void => {
    rows.add(row.id);
    problems.add(row.problem_id);
    settle({ ...row, split });
  };
  for await (const earlier of release.earlier()) settle(earlier);
  for (const split of SPLIT_NAMES) {
    for await (const row of release.rows(split)) add(row, split);
    for await (const row of release.claimed(split)) add(row, split);
    for await (const row of release.rewritten(split)) add(row, split);
  }
  const { name } = release.manifest;
  return { name, manifest: sha256(release.manifestText), settled: [...settled.values()], rows, problems };
}

/** Merges the settled problems of a previous release and of a split, which must not contradict each other. */
export function mergeSettled(
  previous: readonly SettledProblem[],
  split: readonly SettledProblem[],
): readonly SettledProblem[] {
  const before = new Map(previous.map((settled) => [settled.problem.id, settled]));
  for (const { problem, split: place } of split) {
    const earlier = before.get(problem.id);
    if (earlier === undefined || earlier.split === place) continue;
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${problem.id} was in ${earlier.split} of the previous release, and --split puts it into ${place}.`,
      remedy: 'Leave out --split or --previous: models trained on the previous release have seen the problem.',
    });
  }
  const named = new Set(split.map(({ problem }) => problem.id));
  return [...previous.filter(({ problem }) => !named.has(problem.id)), ...split];
}
