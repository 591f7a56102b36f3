import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { EvidenceFlaw } from './check-run-completion.ts';
import type { ProblemEvidence } from './run-evidence.ts';

/**
 * Share of a run's problems; below it, evidence is not considered copied. An agent that makes a single call at a time
 * it chooses can cause honest validators to record a few identical attempts, and they must not be excluded for that.
 */
const COPIED_SHARE = 0.25;
const FEWEST_COPIED = 2;

/**
 * Evidence whose calls, with the same times, were already submitted for the same problem in another run: a recording by
 * another validator, or from an earlier run, signed again.
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
