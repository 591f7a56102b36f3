import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { ListOrder } from '../paging/list-order.ts';
import type { AuditsQuery, AuditsWire } from '../wire/audit-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

const NEWEST_FIRST = new ListOrder<{
  readonly finished_at: number | null;
  readonly run_id: string;
  readonly kind: string;
}>(
  'audits',
  [
    { kind: 'moment', direction: 'desc' },
    { kind: 'text', direction: 'asc' },
    { kind: 'text', direction: 'asc' },
  ],
  ({ finished_at, run_id, kind }) => [finished_at!, run_id, kind],
);

/** The arena's audits of its validators, and their rules. */
export async function audits(
  { database, policy }: Pick<Arena, 'database' | 'policy'>,
  { limit, offset, cursor }: AuditsQuery,
): Promise<AuditsWire> {
  const columns = ['audits.finished_at', 'audits.run_id', 'audits.kind'].map((column) => sql.ref(column));
  const found = await database.reader
    .selectFrom('audits')
    .innerJoin('runs', 'runs.run_id', 'audits.run_id')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .select(['audits.run_id', 'audits.validator_hotkey', 'audits.kind', 'audits.problems', 'audits.differ'])
    .select(['audits.finished_at', 'work_items.phase'])
    .where('audits.finished_at', 'is not', null)
    .orderBy('audits.finished_at', 'desc')
    .orderBy('audits.run_id')
    .orderBy('audits.kind')
    .where(NEWEST_FIRST.after(columns, cursor))
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const { rows, next } = NEWEST_FIRST.page(found, limit);
  const { evidence, regradeShare, rerunShare, regradeTolerance, rerunTolerance, exclusion, windowDays } = policy.audit;
  return {
    evidence,
    policy: {
      regrade_share: regradeShare,
      rerun_share: rerunShare,
      regrade_tolerance: regradeTolerance,
      rerun_tolerance: rerunTolerance,
      exclusion,
      window_days: windowDays,
    },
    next_cursor: next,
    audits: rows.map(({ run_id, validator_hotkey, kind, phase, problems, differ, finished_at }) => ({
      eval_run_id: run_id,
      validator_hotkey,
      kind,
      problems: phase === 'RACE' ? null : problems,
      differ: phase === 'RACE' ? null : differ,
      finished_at: toTimestamp(finished_at!),
    })),
  };
}
