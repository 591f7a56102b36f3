import { type OwnIdsWire, ownIdsSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { askArena } from './ask-arena.ts';

const PREFIX = /^[0-9a-f-]{4,36}$/;

export type OwnAttempt = OwnIdsWire['attempts'][number];

/** Whether a text can be the beginning of an id; shorter texts match too much. */
export function isIdPrefix(text: string): boolean {
  return PREFIX.test(text.toLowerCase());
}

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
  if (versions.length + attempts.length > 1) {
    const ids = [...versions.map((each) => each.agent_version_id), ...attempts.map((each) => each.attempt_id)];
    throw new Fault('USAGE', {
      message: `${prefix} is the beginning of several ids: ${ids.join(', ')}.`,
      remedy: 'Give more digits.',
    });
  }
  const [version] = versions;
  if (version !== undefined) return { versionId: version.agent_version_id };
  const [attempt] = attempts;
  return attempt === undefined ? undefined : { attempt };
}
