import type { ArenaQueries } from '../../arena/race.ts';
import { toTimestamp } from '../wire/timestamp.ts';

/** One of the two versions in the operator's comparison, with its owner. */
interface VersionSide {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
  readonly miner_hotkey: string;
  readonly submitted_at: string;
}

export interface ComparedVersion {
  readonly side: VersionSide;
  readonly codeSha256: string;
}

export async function readComparedVersions(
  reader: ArenaQueries,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, ComparedVersion>> {
  if (versionIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['version.agent_version_id', 'version.version_number', 'version.hotkey as miner_hotkey'])
    .select(['version.submitted_at', 'version.code_sha256', 'agents.name as agent_name'])
    .where('version.agent_version_id', 'in', versionIds)
    .execute();
  return new Map(
    rows.map(({ code_sha256, submitted_at, ...row }) => [
      row.agent_version_id,
      { side: { ...row, submitted_at: toTimestamp(submitted_at) }, codeSha256: code_sha256 },
    ]),
  );
}
