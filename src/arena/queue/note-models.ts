import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { publicProblems } from './item-problems.ts';
import type { WorkItem } from './item-runs.ts';

/**
 * Model names as endpoints write them. Others are skipped: a validator could send any text, and this list is public.
 */
const MODEL = /^[\w.:@/+-]{1,100}$/;
const MOST_MODELS = 10;

/**
 * Records which models answered a version in a run. Only for public problems: an agent chooses its models, so it could
 * encode a hidden problem in its choices.
 */
export async function noteModels(transaction: Transaction<ArenaTables>, runId: string, item: WorkItem): Promise<void> {
  const { agent_version_id } = item;
  const shown = await publicProblems(transaction, item);
  const results = await transaction
    .selectFrom('problem_results')
    .select(['problem_id', 'summary'])
    .where('run_id', '=', runId)
    .execute();
  const known = await transaction
    .selectFrom('version_models')
    .select('model')
    .where('agent_version_id', '=', agent_version_id)
    .execute();
  const models = new Set(
    results
      .filter(({ problem_id }) => shown.has(problem_id))
      .flatMap(({ summary }) => (typeof summary?.models === 'string' ? summary.models.split(', ') : []))
      .filter((model) => MODEL.test(model)),
  ).difference(new Set(known.map(({ model }) => model)));
  for (const model of [...models].slice(0, Math.max(0, MOST_MODELS - known.length))) {
    await transaction.insertInto('version_models').values({ agent_version_id, model }).execute();
  }
}

/** Recomputes the models from the remaining runs after one was invalidated: its validator's report no longer counts. */
export async function noteModelsAgain(transaction: Transaction<ArenaTables>, versionId: string): Promise<void> {
  await transaction.deleteFrom('version_models').where('agent_version_id', '=', versionId).execute();
  const items = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('agent_version_id', '=', versionId)
    .where('phase', '=', 'QUALIFYING')
    .execute();
  for (const item of items) {
    const runs = await transaction
      .selectFrom('runs')
      .select('run_id')
      .where('work_item_id', '=', item.work_item_id)
      .where('status', '=', 'SUCCESS')
      .where('invalidated_at', 'is', null)
      .orderBy('completed_at')
      .execute();
    for (const { run_id } of runs) await noteModels(transaction, run_id, item);
  }
}
