import { type OwnIdsWire, ownIdsSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { askArena } from './ask-arena.ts';
import { onlyId } from './only-id.ts';

export type OwnAttempt = OwnIdsWire['attempts'][number];

/**
 * The caller's version or attempt whose id begins with the text; `undefined` when there is none, as for a hotkey that
 * is not registered.
 */
export async function findOwn(
  arena: ArenaClient,
  text: string,
): Promise<{ readonly versionId: string } | { readonly attempt: OwnAttempt } | undefined> {
  const prefix = text.toLowerCase();
  const { versions, attempts } = await ownIds(arena, prefix);
  onlyId([...versions.map((each) => each.agent_version_id), ...attempts.map((each) => each.attempt_id)], prefix);
  const [version] = versions;
  if (version !== undefined) return { versionId: version.agent_version_id };
  const [attempt] = attempts;
  return attempt === undefined ? undefined : { attempt };
}

async function ownIds(arena: ArenaClient, prefix: string): Promise<OwnIdsWire> {
  try {
    return await askArena(arena, { path: '/v1/miner/ids', query: { prefix }, answer: ownIdsSchema, signed: true });
  } catch (error) {
    if (Fault.isInstance(error) && error.extra.code === 'NOT_REGISTERED') return { versions: [], attempts: [] };
    throw error;
  }
}
