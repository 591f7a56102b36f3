import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { VersionPublicWire } from '../wire/version-wire.ts';
import { findVersionSummary } from './find-version.ts';

/** A version whose code is public. For other versions, only the status is public. */
export async function versionPublic(
  { database }: Pick<Arena, 'database'>,
  agentVersionId: string,
): Promise<VersionPublicWire> {
  return await database.withSnapshot(async (reader) => {
    const { version, suiteId, entry } = await findVersionSummary(reader, agentVersionId);
    if (version.released_at === null) {
      throw new Fault('ARTIFACT_NOT_RELEASED', {
        message: `Version ${agentVersionId} is not released.`,
        remedy: "Only winners' code is released, at noon of the next weekday. Ask for its status instead.",
      });
    }
    return {
      agent_version_id: version.agent_version_id,
      agent_id: version.agent_id,
      agent_name: version.agent_name,
      miner_hotkey: version.hotkey,
      version_number: version.version_number,
      submitted_at: toTimestamp(version.submitted_at),
      released_at: toTimestamp(version.released_at),
      code_available_at: toTimestamp(version.release_at ?? version.released_at),
      code_sha256: version.code_sha256,
      code_bytes: version.code_bytes,
      licence: version.licence,
      suite_id: suiteId,
      latest_final_score: entry?.final_score ?? null,
    };
  });
}
