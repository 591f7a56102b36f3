import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { EvidenceFlaw } from './check-run-completion.ts';
import type { ProblemEvidence } from './run-evidence.ts';

/**
 * Of the problems of a run; fewer are not called copied. An agent that makes one call at a time of its choice can have a few
 * recorded alike by honest validators, which would lose their place for that.
 */
const COPIED_SHARE = 0.25;
const FEWEST_COPIED = 2;

/**
 * Evidence whose calls were already brought for the same problem in another run, with the same times: the recording of
 * another validator, or of an earlier run, signed anew.
 */
export async function copiesIn(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  runId: string,
  found: readonly ProblemEvidence[],
): Promise<readonly EvidenceFlaw[]> {
  const marked = found.flatMap((each) =>
    each.kind === 'sound' && each.evidence.mark !== null ? [{ ...each, mark: each.evidence.mark }] : [],
  );
  if (marked.length === 0) return [];
  const known = await reader
    .selectFrom('run_evidence')
    .select(['problem_id', 'mark'])
    .where(
      'mark',
      'in',
      marked.map(({ mark }) => mark),
    )
    .where('run_id', '!=', runId)
    .execute();
  const copied = new Set(known.map(({ problem_id, mark }) => `${problem_id} ${mark}`));
  const flaws = marked
    .filter(({ problemId, mark }) => copied.has(`${problemId} ${mark}`))
    .map(({ problemId }) => ({
      problemId,
      reason: 'The calls in the evidence are those of another run.',
      isForged: true,
    }));
  return flaws.length < Math.max(FEWEST_COPIED, COPIED_SHARE * found.length) ? [] : flaws;
}
