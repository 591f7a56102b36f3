import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { codeReleaseAt } from '../race/code-release.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export interface NewChampion {
  readonly agentVersionId: string;
  readonly suiteId: number;
  readonly score: number;
  /** `null` if an operator sets the champion. */
  readonly race: { readonly id: string; readonly number: number } | null;
  readonly who: string;
  readonly why: string;
  readonly now: number;
}

/**
 * Replaces the current champion. The new champion's code becomes public at noon of the next weekday, however it became
 * champion: code that is paid for is published. A version that has won before keeps its earlier release time.
 */
export async function makeChampion(
  transaction: Transaction<ArenaTables>,
  { agentVersionId, suiteId, score, race, who, why, now }: NewChampion,
  policy: Pick<ArenaPolicy, 'race'>,
): Promise<{ readonly reign: number; readonly releaseAt: number }> {
  const version = await transaction
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['version.hotkey', 'version.release_at', 'version.version_number', 'agents.name'])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  const newest = await transaction
    .selectFrom('tops')
    .select(['reign', 'agent_version_id'])
    .orderBy('reign', 'desc')
    .limit(1)
    .executeTakeFirst();
  await transaction.updateTable('tops').set({ ended_at: now }).where('ended_at', 'is', null).execute();
  const reign = (newest?.reign ?? 0) + 1;
  await transaction
    .insertInto('tops')
    .values({
      reign,
      agent_version_id: agentVersionId,
      hotkey: version.hotkey,
      suite_id: suiteId,
      score,
      race_id: race?.id ?? null,
      crowned_at: now,
      ended_at: null,
    })
    .execute();
  const wonAt = Temporal.Instant.fromEpochMilliseconds(now);
  const releaseAt = version.release_at ?? codeReleaseAt(wonAt, policy.race).epochMilliseconds;
  await transaction
    .updateTable('agent_versions')
    .set({ release_at: releaseAt })
    .where('agent_version_id', '=', agentVersionId)
    .execute();
  await appendEvent(transaction, {
    who,
    what: 'crown.passed',
    when: now,
    why,
    subject: `version ${agentVersionId}`,
    data: {
      agent_version_id: agentVersionId,
      agent_name: version.name,
      version_number: version.version_number,
      miner_hotkey: version.hotkey,
      suite_id: suiteId,
      score,
      reign,
      race_number: race?.number ?? null,
      previous_agent_version_id: newest?.agent_version_id ?? null,
      code_release_at: new Date(releaseAt).toISOString(),
    },
  });
  return { reign, releaseAt };
}
