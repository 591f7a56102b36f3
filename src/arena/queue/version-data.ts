import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** What every event about a version carries, so that a reader needs no second request to know whom it is about. */
export interface VersionData {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
  readonly miner_hotkey: string;
}

/** `undefined` when there is no such version. */
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
