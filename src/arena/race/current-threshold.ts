import type { ArenaPolicy } from '../arena-policy.ts';
import { currentTop } from '../crown/current-top.ts';
import { qualifyingThreshold } from './qualify.ts';
import type { ArenaQueries } from './stored-race.ts';

/** What a challenger would need on this suite if qualifying closed now. */
export async function currentThreshold(
  reader: ArenaQueries,
  suiteId: number,
  now: number,
  policy: Pick<ArenaPolicy, 'emission' | 'race'>,
): Promise<number> {
  const top = await currentTop(reader, now, policy);
  if (top === undefined) return qualifyingThreshold(null, policy.race);
  const entry = await reader
    .selectFrom('entries')
    .select('final_score')
    .where('agent_version_id', '=', top.agentVersionId)
    .where('suite_id', '=', suiteId)
    .executeTakeFirst();
  return qualifyingThreshold(entry?.final_score ?? null, policy.race);
}
