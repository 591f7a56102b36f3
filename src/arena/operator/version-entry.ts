import type { Transaction, Updateable } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { NO_AGENCY } from '../agency/weigh-score.ts';
import { findVersionData, type VersionData } from '../queue/version-data.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** The version with this id; a fault if there is none. */
export async function knownVersion(
  transaction: Transaction<ArenaTables>,
  agentVersionId: string,
): Promise<VersionData> {
  const version = await findVersionData(transaction, agentVersionId);
  if (version !== undefined) return version;
  throw new Fault('AGENT_VERSION_NOT_FOUND', {
    message: `There is no agent version ${agentVersionId}.`,
    remedy: 'Check the id; every version that was accepted is in the list of versions.',
  });
}

/** The suite with this id, or the active one. */
export async function knownSuite(
  transaction: Transaction<ArenaTables>,
  suiteId: number | null | undefined,
): Promise<{ readonly suite_id: number; readonly set_id: string }> {
  const suites = transaction.selectFrom('suites').select(['suite_id', 'set_id']);
  const suite = await (suiteId == null ? suites.where('is_active', '=', true) : suites.where('suite_id', '=', suiteId))
    .limit(1)
    .executeTakeFirst();
  if (suite !== undefined) return suite;
  if (suiteId == null) {
    throw new Fault('NO_ACTIVE_SUITE', { message: 'No suite is active.', remedy: 'Activate one, or name a suite.' });
  }
  throw new Fault('SUITE_NOT_FOUND', {
    message: `There is no suite ${suiteId}.`,
    remedy: '`assay admin suite list` lists all suites.',
  });
}

/** Updates a version's entry on a suite, creating it if there is none. */
export async function setEntry(
  transaction: Transaction<ArenaTables>,
  { agent_version_id, suite_id }: { readonly agent_version_id: string; readonly suite_id: number },
  change: Omit<Updateable<ArenaTables['entries']>, 'agent_version_id' | 'suite_id'>,
): Promise<void> {
  await transaction
    .insertInto('entries')
    .values({
      agent_version_id,
      suite_id,
      final_score: null,
      success_rate: null,
      reasoning_coefficient: null,
      eligible_at: null,
      discarded_at: null,
      discard_reason: null,
      eliminated_at: null,
      eliminate_reason: null,
      ...change,
    })
    .onConflict((conflict) => conflict.columns(['agent_version_id', 'suite_id']).doUpdateSet(change))
    .execute();
}

export const NO_SCORE = {
  final_score: null,
  success_rate: null,
  reasoning_coefficient: null,
  eligible_at: null,
  ...NO_AGENCY,
  twin_comparison: null,
  score_on_public: null,
} as const;
