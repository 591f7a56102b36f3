import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Names as endpoints write them. Others are left out: a validator could put any text here, and it is public. */
const MODEL = /^[\w.:@/+-]{1,100}$/;
const MOST_MODELS = 10;

/**
 * Keeps which models answered a version in a run. Of public problems only: an agent chooses which model it asks, so it could
 * encode a hidden problem in its choices.
 */
export async function noteModels(
  transaction: Transaction<ArenaTables>,
  { run_id, agent_version_id }: { readonly run_id: string; readonly agent_version_id: string },
  publicProblems: ReadonlySet<string>,
): Promise<void> {
  const results = await transaction
    .selectFrom('problem_results')
    .select(['problem_id', 'summary'])
    .where('run_id', '=', run_id)
    .execute();
  const known = await transaction
    .selectFrom('version_models')
    .select('model')
    .where('agent_version_id', '=', agent_version_id)
    .execute();
  const models = new Set(
    results
      .filter(({ problem_id }) => publicProblems.has(problem_id))
      .flatMap(({ summary }) => (typeof summary?.models === 'string' ? summary.models.split(', ') : []))
      .filter((model) => MODEL.test(model)),
  ).difference(new Set(known.map(({ model }) => model)));
  for (const model of [...models].slice(0, Math.max(0, MOST_MODELS - known.length))) {
    await transaction.insertInto('version_models').values({ agent_version_id, model }).execute();
  }
}
