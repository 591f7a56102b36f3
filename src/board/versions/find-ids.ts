import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import type { Viewer } from '../viewer.ts';
import type { FoundIdsWire } from '../wire/found-ids-wire.ts';

/** More than one match is ambiguous, and a few are enough to show that. */
const MOST = 10;

/**
 * Versions, races and for operators runs by a prefix of their ids: hexadecimal digits and hyphens, none of which is
 * special in LIKE.
 */
export async function findIds(
  { database }: Pick<Arena, 'database'>,
  prefix: string,
  viewer: Viewer,
): Promise<FoundIdsWire> {
  return await database.withSnapshot(async (reader) => ({
    versions: await reader
      .selectFrom('agent_versions as version')
      .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
      .select(['version.agent_version_id', 'agents.name as agent_name', 'version.version_number'])
      .where('version.agent_version_id', 'like', `${prefix}%`)
      .orderBy('version.agent_version_id')
      .limit(MOST)
      .execute(),
    races: await reader
      .selectFrom('races')
      .select(['race_id', 'race_number'])
      .where('race_id', 'like', `${prefix}%`)
      .orderBy('race_number')
      .limit(MOST)
      .execute(),
    runs: viewer.isAdmin ? await runsWith(reader, prefix) : [],
  }));
}

async function runsWith(reader: ArenaQueries, prefix: string): Promise<FoundIdsWire['runs']> {
  return await reader
    .selectFrom('runs')
    .select(['run_id', 'agent_version_id'])
    .where('run_id', 'like', `${prefix}%`)
    .orderBy('run_id')
    .limit(MOST)
    .execute();
}
