import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Random } from '../../random/random.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { drawTwins, type TwinCandidate } from './draw-twins.ts';
import { type TwinPolicy, twinsPerRun } from './twin-policy.ts';

export interface AssignTwinsOptions {
  readonly workItemId: string;
  readonly agentVersionId: string;
  readonly suiteId: number;
  readonly setId: string;
}

/**
 * Adds twins to a qualifying item. A contestant never gets the same twin twice, because the payer of a model can read
 * the requests to it. Returns how many were added.
 */
export async function assignTwins(
  transaction: Transaction<ArenaTables>,
  { workItemId, agentVersionId, suiteId, setId }: AssignTwinsOptions,
  policy: TwinPolicy,
): Promise<number> {
  const problems = await transaction
    .selectFrom('set_problems')
    .select(['category', 'difficulty'])
    .where('set_id', '=', setId)
    .orderBy('position')
    .execute();
  const count = twinsPerRun(policy, problems.length);
  if (count === 0) return 0;
  const { hotkey } = await transaction
    .selectFrom('agent_versions')
    .select('hotkey')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  const candidates = await freshTwins(transaction, suiteId, policy, hotkey);
  const drawn = drawTwins(problems, candidates, count, new Random(randomBytes(6).readUIntBE(0, 6)));
  for (const { set_id, problem_id } of drawn) {
    await transaction.insertInto('item_twins').values({ work_item_id: workItemId, set_id, problem_id }).execute();
  }
  return drawn.length;
}

/** Twins of a suite that may still be given to a version of this contestant, or of any contestant if none is named. */
export async function freshTwins(
  transaction: Pick<Transaction<ArenaTables>, 'selectFrom'>,
  suiteId: number,
  { versionsPerTwin }: Pick<TwinPolicy, 'versionsPerTwin'>,
  hotkey?: string,
): Promise<readonly TwinCandidate[]> {
  const pool = await transaction
    .selectFrom('twin_sets')
    .innerJoin('set_problems as problem', 'problem.set_id', 'twin_sets.set_id')
    .select(['problem.set_id', 'problem.problem_id', 'problem.category', 'problem.difficulty'])
    .where('twin_sets.suite_id', '=', suiteId)
    // A used-up twin may have become a problem of a later suite.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('suites')
            .innerJoin('set_problems as shown', 'shown.set_id', 'suites.set_id')
            .select('shown.problem_id')
            .whereRef('shown.problem_id', '=', 'problem.problem_id'),
        ),
      ),
    )
    .orderBy('problem.problem_id')
    .execute();
  const met = await transaction
    .selectFrom('item_twins')
    .innerJoin('work_items as item', 'item.work_item_id', 'item_twins.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'item.agent_version_id')
    .select(['item_twins.problem_id', 'version.agent_version_id', 'version.hotkey'])
    .where('item.suite_id', '=', suiteId)
    .distinct()
    .execute();
  const meetings = Map.groupBy(met, ({ problem_id }) => problem_id);
  return pool.flatMap((twin) => {
    const own = meetings.get(twin.problem_id) ?? [];
    if (own.length >= versionsPerTwin || own.some((one) => one.hotkey === hotkey)) return [];
    return [{ ...twin, uses: own.length }];
  });
}
