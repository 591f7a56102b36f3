import type { ArenaQueries } from '../../arena/race.ts';

/** The version that a contestant has chosen to race with. */
export async function pinnedVersionOf(reader: ArenaQueries, hotkey: string): Promise<string | undefined> {
  const pin = await reader
    .selectFrom('race_pins')
    .select('agent_version_id')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  return pin?.agent_version_id;
}
