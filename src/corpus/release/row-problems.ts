import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import type { FilteredCorpus } from './filtered-corpus.ts';
import { isClaimed, isRewritten } from './release-row.ts';
import type { RewrittenCorpus } from './rewritten-corpus.ts';

/**
 * The problems of the rows, by id: with answers if known, otherwise only with their words, which is all that a trace
 * has. Also checks that no row occurs twice, because it would be counted twice.
 */
export async function rowProblems(
  corpus: FilteredCorpus,
  rewritten: RewrittenCorpus | undefined,
  known: ReadonlyMap<string, Problem>,
): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>();
  const ids = new Set<string>();
  const add = ({ id, problem_id, query }: Named): void => {
    if (ids.has(id)) throw invalid(`Row ${id} is listed twice.`);
    ids.add(id);
    const problem = problems.get(problem_id) ?? known.get(problem_id) ?? inWords(problem_id, query);
    if (problem.query !== query) {
      throw invalid(`Row ${id} has another query than other rows of problem ${problem_id}.`);
    }
    problems.set(problem_id, problem);
  };
  for await (const row of corpus.rows()) {
    if (isRewritten(row)) throw smuggled(row.id);
    if (isClaimed(row)) throw claimedAmongRecorded(row.id);
    add(row);
  }
  if (ids.size !== corpus.summary.kept) {
    throw invalid(`There are ${ids.size} rows, but filter.json states ${corpus.summary.kept}.`);
  }
  let { size } = ids;
  for await (const row of corpus.claimed()) add(row);
  if (ids.size - size !== corpus.summary.claimed) {
    throw invalid(`There are ${ids.size - size} claimed rows, but filter.json states ${corpus.summary.claimed}.`);
  }
  ({ size } = ids);
  for await (const row of rewritten?.rows() ?? []) add(row);
  if (rewritten !== undefined && ids.size - size !== rewritten.summary.rewritten) {
    throw invalid(
      `There are ${ids.size - size} rewritten rows, but their summary states ${rewritten.summary.rewritten}.`,
    );
  }
  return problems;
}

interface Named {
  readonly id: string;
  readonly problem_id: string;
  readonly query: string;
}

export function inWords(id: string, query: string): Problem {
  return { id, query, category: 'product', difficulty: 'medium', targets: [] };
}

function smuggled(id: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `Row ${id} is rewritten but is stored with original rows.`,
    remedy: 'Remove it, and name the folder of `assay corpus rewrite` with --rewritten.',
  });
}

function claimedAmongRecorded(id: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `Row ${id} comes from a log but is stored with recorded rows.`,
    remedy: 'Write the folder again with `assay corpus filter`, which keeps such rows in claimed.jsonl.',
  });
}

function invalid(message: string): Fault {
  return new Fault('INPUT_INVALID', {
    message,
    remedy: 'Write the folder again with `assay corpus filter`, and give the problem files that its attempts were at.',
  });
}
