import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import { counted, forCount } from '../../text/counted.ts';
import { NO_AGENCY, type WeighedScore } from '../agency/weigh-score.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/**
 * Stores a racer's score, or that it has none (`null`: its runs were given up, or one was invalidated). The event says
 * that it was scored but not the score. Idempotent; a finished race keeps the scores it was decided by.
 */
export async function noteRacerScored(
  transaction: Transaction<ArenaTables>,
  raceId: string,
  agentVersionId: string,
  reached: WeighedScore | number | null,
  now: number,
): Promise<void> {
  const score = typeof reached === 'object' && reached !== null ? reached.score : reached;
  const agency = typeof reached === 'object' && reached !== null ? reached.agency : NO_AGENCY;
  const racer = await transaction
    .selectFrom('racers')
    .innerJoin('races', 'races.race_id', 'racers.race_id')
    .innerJoin('agent_versions', 'agent_versions.agent_version_id', 'racers.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'agent_versions.agent_id')
    .select(['races.state', 'races.race_number', 'racers.hotkey', 'racers.race_score', 'agents.name'])
    .where('racers.race_id', '=', raceId)
    .where('racers.agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (racer?.state !== 'race_running' || racer.race_score === score) return;
  await transaction
    .updateTable('racers')
    .set({ race_score: score, ...agency })
    .where('race_id', '=', raceId)
    .where('agent_version_id', '=', agentVersionId)
    .execute();
  const { scored, racers } = await transaction
    .selectFrom('racers')
    .select(({ fn }) => [fn.count<number>('race_score').as('scored'), fn.countAll<number>().as('racers')])
    .where('race_id', '=', raceId)
    .executeTakeFirstOrThrow();
  await transaction.updateTable('races').set({ scored_count: scored }).where('race_id', '=', raceId).execute();
  await appendEvent(transaction, {
    who: 'arena',
    what: score === null ? 'racer.unscored' : 'racer.scored',
    when: now,
    why: `${scored} of ${counted(racers, 'racer')} ${forCount(scored, 'is', 'are')} scored; how well they did stays hidden until the race is complete.`,
    subject: `race ${racer.race_number}`,
    data: {
      race_id: raceId,
      race_number: racer.race_number,
      phase: 'RACE',
      agent_version_id: agentVersionId,
      agent_name: racer.name,
      miner_hotkey: racer.hotkey,
      scored_count: scored,
      racers,
    },
  });
}
