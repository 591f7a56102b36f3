import type { Arena } from '../../arena/arena.ts';

/** Databases limit the number of parameters. */
const BATCH = 500;

/**
 * For each problem, by its id in the bank or in the arena, whether this arena allows showing it publicly: not if it was
 * ever used in a race, as a twin or in a suite that is not public, whether retired or not.
 */
export async function showableProblems(
  { database }: Pick<Arena, 'database'>,
  ids: readonly string[],
): Promise<readonly boolean[]> {
  const hidden = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH);
    const found = await database.reader
      .selectFrom('set_problems')
      .innerJoin('problem_sets', 'problem_sets.set_id', 'set_problems.set_id')
      .leftJoin('suites', 'suites.set_id', 'set_problems.set_id')
      .select(['set_problems.source_id', 'set_problems.problem_id'])
      .where(({ eb, or }) => or([eb('set_problems.source_id', 'in', some), eb('set_problems.problem_id', 'in', some)]))
      .where(({ eb, or }) => or([eb('problem_sets.kind', '!=', 'qualifying'), eb('suites.is_public', '=', false)]))
      .execute();
    for (const { source_id, problem_id } of found) hidden.add(source_id).add(problem_id);
  }
  return ids.map((id) => !hidden.has(id));
}
