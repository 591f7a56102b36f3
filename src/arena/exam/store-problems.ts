import type { Transaction } from 'kysely';
import { canonicalJson } from '../../json/canonical-json.ts';
import { assertArenaForm } from '../../problems/arena-form.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { json } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { wireProblemId } from './wire-problem-id.ts';

/** Stores a list of problems under the hash of its content, so that every process can serve it. Idempotent. */
export async function storeProblems(
  transaction: Transaction<ArenaTables>,
  kind: 'qualifying' | 'race' | 'twins',
  problems: readonly Problem[],
  now: number,
): Promise<string> {
  assertArenaForm(problems);
  const records = problems.map((problem) => ({ problem, record: problemToWire(problem) }));
  const setId = sha256(canonicalJson([kind, ...records.map(({ record }) => record)]));
  const known = await transaction
    .selectFrom('problem_sets')
    .select('set_id')
    .where('set_id', '=', setId)
    .executeTakeFirst();
  if (known !== undefined) return setId;
  await transaction
    .insertInto('problem_sets')
    .values({ set_id: setId, kind, size: problems.length, created_at: now })
    .execute();
  for (const [position, { problem, record }] of records.entries()) {
    await transaction
      .insertInto('set_problems')
      .values({
        set_id: setId,
        position,
        problem_id: wireProblemId(problem.id),
        source_id: problem.id,
        category: problem.category,
        difficulty: problem.difficulty,
        record: json(record),
      })
      .execute();
  }
  return setId;
}
