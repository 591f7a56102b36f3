import type { Problem } from '../../problems/problem.ts';
import type { Reader } from '../../store/database.ts';
import { parseExamProblem } from '../exam/exam-problem.ts';
import { readRetired } from '../secrecy/read-retired.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** A problem that the arena has used, with its answers, and whether its text is public. */
export interface ArenaProblem {
  readonly problem: Problem;
  /** Its id in the API. */
  readonly wireId: string;
  /** Drawn for a race, or a twin of a public problem: only the problem bank decides when it may be used freely. */
  readonly isHidden: boolean;
  /** Why it may not be read now; `null` if it is public or retired from races. */
  readonly withheld: string | null;
}

/** Every problem the arena has ever used. Of a reworded problem, the newest wording. */
export async function arenaProblems(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<readonly ArenaProblem[]> {
  const rows = await reader
    .selectFrom('set_problems as problem')
    .innerJoin('problem_sets as set', 'set.set_id', 'problem.set_id')
    .select(['problem.problem_id', 'problem.source_id', 'problem.record', 'set.set_id', 'set.kind'])
    .orderBy('set.created_at')
    .orderBy('set.set_id')
    .orderBy('problem.position')
    .execute();
  const suites = await reader.selectFrom('suites').select('set_id').where('is_public', '=', true).execute();
  const published = new Set(suites.map(({ set_id }) => set_id));
  const byId = Map.groupBy(rows, ({ problem_id }) => problem_id);
  const isHidden = (of: typeof rows) => of.some(({ kind }) => kind !== 'qualifying');
  const hidden = [...byId.values()].filter(isHidden).map((of) => of[0]!.source_id);
  const retired = await readRetired(reader, hidden);
  return [...byId].flatMap(([wireId, of]) => {
    const { source_id, record } = of.at(-1)!;
    const parsed = parseExamProblem(wireId, { ...record, source_id });
    if (!parsed.ok) return [];
    const withheld = isHidden(of)
      ? retired.has(source_id)
        ? null
        : 'it may still be drawn for a race'
      : of.some(({ set_id }) => published.has(set_id))
        ? null
        : 'its suite is not public';
    return [{ problem: parsed.problem, wireId, isHidden: isHidden(of), withheld }];
  });
}
