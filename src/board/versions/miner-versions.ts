import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import { readCompetitionState } from '../races/competition-state.ts';
import type { MinerVersionWire } from '../wire/miner-wire.ts';
import type { PageQuery } from '../wire/paging.ts';
import { minerVersion } from './miner-version.ts';
import { pinnedVersionOf } from './pinned-version.ts';
import { readVersionSummaries } from './version-summaries.ts';

/** The versions of one of the contestant's own agents, newest first. */
export async function minerVersions(
  arena: Arena,
  { hotkey, agentId }: { readonly hotkey: string; readonly agentId: string },
  { limit, offset }: PageQuery,
): Promise<MinerVersionWire[]> {
  return await arena.database.withSnapshot(async (reader) => {
    const agent = await reader
      .selectFrom('agents')
      .select('agent_id')
      .where('agent_id', '=', agentId)
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    if (agent === undefined) {
      throw new Fault('AGENT_NOT_FOUND', { message: `You have no agent ${agentId}.`, remedy: 'See /v1/miner/agents.' });
    }
    const rows = await reader
      .selectFrom('agent_versions')
      .select('agent_version_id')
      .where('agent_id', '=', agentId)
      .orderBy('version_number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const ids = rows.map(({ agent_version_id }) => agent_version_id);
    const sheets = await readVersionSummaries(reader, ids);
    const contest = await readCompetitionState(reader, arena, [hotkey]);
    const pinned = await pinnedVersionOf(reader, hotkey);
    return ids.map((id) => minerVersion(sheets.get(id)!, contest, pinned));
  });
}
