import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { EvidenceFlaw } from './check-run-completion.ts';
import type { ProblemEvidence } from './run-evidence.ts';

/**
 * Evidence whose calls were already brought for another run, to the millisecond: the recording of another validator, or of an
 * earlier run, signed anew.
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
    .select('mark')
    .where(
      'mark',
      'in',
      marked.map(({ mark }) => mark),
    )
    .where('run_id', '!=', runId)
    .execute();
  const copied = new Set(known.map(({ mark }) => mark));
  return marked
    .filter(({ mark }) => copied.has(mark))
    .map(({ problemId }) => ({
      problemId,
      reason: 'The calls in the evidence are those of another run.',
      isForged: true,
    }));
}
