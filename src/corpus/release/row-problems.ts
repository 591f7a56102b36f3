import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import type { FilteredCorpus } from './filtered-corpus.ts';

/**
 * The problems that rows are about, by their ids: with answers where they are known, otherwise by their words, which is
 * all that a trace has. Also makes sure that the corpus is whole, because a row that is there twice is counted twice.
 */
export async function rowProblems(
  corpus: FilteredCorpus,
  known: ReadonlyMap<string, Problem>,
): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>();
  const ids = new Set<string>();
  for await (const { id, problem_id, query } of corpus.rows()) {
    if (ids.has(id)) throw invalid(`Row ${id} is there twice.`);
    ids.add(id);
    const problem = problems.get(problem_id) ?? known.get(problem_id) ?? inWords(problem_id, query);
    if (problem.query !== query) {
      throw invalid(`Row ${id} asks something else than problem ${problem_id} does elsewhere.`);
    }
    problems.set(problem_id, problem);
  }
  if (ids.size !== corpus.summary.kept) {
    throw invalid(`There are ${ids.size} rows, and filter.json speaks of ${corpus.summary.kept}.`);
  }
  return problems;
}

function inWords(id: string, query: string): Problem {
  return { id, query, category: 'product', difficulty: 'medium', targets: [] };
}

function invalid(message: string): Fault {
  return new Fault('INPUT_INVALID', {
    message,
    remedy: 'Write the folder again with `assay corpus filter`, and give the problem files that its attempts were at.',
  });
}
