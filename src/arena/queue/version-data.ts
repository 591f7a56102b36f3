import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Data included in every event about a version, so that readers need no second request to identify it. */
export interface VersionData {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
  readonly miner_hotkey: string;
}

/** `undefined` if there is no such version. */
export async function findVersionData(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  agentVersionId: string,
): Promise<VersionData | undefined> {
  return await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select([
      'version.agent_version_id',
      'agents.name as agent_name',
      'version.version_number',
      'version.hotkey as miner_hotkey',
    ])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
}
