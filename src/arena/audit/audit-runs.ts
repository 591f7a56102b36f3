import type { Arena } from '../arena.ts';
import { compareReruns, type RunOutcomes } from './compare-reruns.ts';
import { finishAudit, regradeRun } from './regrade-run.ts';
import type { AuditMarket } from './repeat-searches.ts';

/** A round must be short, because the reaper does not release expired leases during it. */
const MOST_A_ROUND = 5;

export interface AuditRound {
  /** Whether models repeat their answers, so that runs of different validators can be compared. */
  readonly isReplayable: boolean;
  /** The market that validators download, and since when: searches of earlier runs may be of another one. */
  readonly market?: (AuditMarket & { readonly since: number }) | undefined;
}

/** Performs due audits. An interrupted round is continued by the next one. */
export async function auditRuns(arena: Arena, { isReplayable, market }: AuditRound): Promise<void> {
  const due = await arena.database.reader
    .selectFrom('audits')
    .innerJoin('runs', 'runs.run_id', 'audits.run_id')
    .select(['audits.run_id', 'audits.validator_hotkey', 'runs.claimed_at'])
    .where('kind', '=', 'regrade')
    .where('finished_at', 'is', null)
    .orderBy('chosen_at')
    .orderBy('audits.run_id')
    .limit(MOST_A_ROUND)
    .execute();
  for (const { run_id: runId, validator_hotkey: validator, claimed_at } of due) {
    const itsMarket = market !== undefined && claimed_at >= market.since ? market : undefined;
    await finishAudit(arena, { runId, kind: 'regrade', validator, ...(await regradeRun(arena, runId, itsMarket)) });
  }
  if (isReplayable) await compareClosedItems(arena);
}

/** Compares the runs that count for a completed item with each other. */
async function compareClosedItems(arena: Arena): Promise<void> {
  const { reader } = arena.database;
  const runs = await reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .leftJoin('audits', (join) => join.onRef('audits.run_id', '=', 'runs.run_id').on('audits.kind', '=', 'rerun'))
    .innerJoin('run_evidence', 'run_evidence.run_id', 'runs.run_id')
    .select(['runs.run_id', 'runs.work_item_id', 'runs.validator_hotkey'])
    .distinct()
    .where('work_items.close_reason', '=', 'complete')
    .where('runs.is_included', '=', true)
    .where('audits.run_id', 'is', null)
    .limit(MOST_A_ROUND)
    .execute();
  for (const { run_id: runId, work_item_id: itemId, validator_hotkey: validator } of runs) {
    const outcomes = await outcomesOf(arena, itemId);
    const others = [...outcomes].filter(([id]) => id !== runId).map(([, each]) => each);
    const compared = compareReruns(outcomes.get(runId) ?? new Map(), others);
    await finishAudit(arena, { runId, kind: 'rerun', validator, ...compared });
  }
}

async function outcomesOf({ database }: Arena, itemId: string): Promise<ReadonlyMap<string, RunOutcomes>> {
  const rows = await database.reader
    .selectFrom('problem_results')
    .innerJoin('runs', 'runs.run_id', 'problem_results.run_id')
    .select(['problem_results.run_id', 'problem_results.problem_id', 'problem_results.score'])
    .where('runs.work_item_id', '=', itemId)
    .where('runs.is_included', '=', true)
    .execute();
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  return new Map(
    Array.from(byRun, ([runId, each]) => [
      runId,
      new Map(each.flatMap(({ problem_id, score }) => (score === null ? [] : [[problem_id, score > 0] as const]))),
    ]),
  );
}
