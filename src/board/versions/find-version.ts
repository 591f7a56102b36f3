import type { ArenaQueries } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';
import { readVersionSummaries, type VersionSummary } from './version-summaries.ts';

export async function findVersionSummary(reader: ArenaQueries, agentVersionId: string): Promise<VersionSummary> {
  const sheet = (await readVersionSummaries(reader, [agentVersionId])).get(agentVersionId);
  if (sheet === undefined) throw noSuchVersion(agentVersionId);
  return sheet;
}

export async function checkVersionExists(reader: ArenaQueries, agentVersionId: string): Promise<void> {
  const version = await reader
    .selectFrom('agent_versions')
    .select('agent_version_id')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (version === undefined) throw noSuchVersion(agentVersionId);
}

export function noSuchVersion(agentVersionId: string): Fault {
  return new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
}
