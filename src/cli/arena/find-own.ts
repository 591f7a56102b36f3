import { type OwnIdsWire, ownIdsSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { askArena } from './ask-arena.ts';
import { onlyId } from './only-id.ts';

export type OwnAttempt = OwnIdsWire['attempts'][number];

/** The caller's version or attempt whose id begins with the text; `undefined` when there is none. */
export async function findOwn(
  arena: ArenaClient,
  text: string,
): Promise<{ readonly versionId: string } | { readonly attempt: OwnAttempt } | undefined> {
  const prefix = text.toLowerCase();
  const { versions, attempts } = await askArena(arena, {
    path: '/v1/miner/ids',
    query: { prefix },
    answer: ownIdsSchema,
    signed: true,
  });
  onlyId([...versions.map((each) => each.agent_version_id), ...attempts.map((each) => each.attempt_id)], prefix);
  const [version] = versions;
  if (version !== undefined) return { versionId: version.agent_version_id };
  const [attempt] = attempts;
  return attempt === undefined ? undefined : { attempt };
}
