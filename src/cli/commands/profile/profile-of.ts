import { profilesSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';

export interface OwnProfile {
  readonly name: string | null;
  readonly link: string | null;
}

/** The public profile of a hotkey; nulls where nothing is set. */
export async function profileOf(arena: ArenaClient, hotkey: string): Promise<OwnProfile> {
  const question = { path: '/v1/public/profiles', query: { hotkeys: hotkey }, answer: profilesSchema };
  const found = (await askArena(arena, question)).profiles.find((profile) => profile.hotkey === hotkey);
  return { name: found?.name ?? null, link: found?.link ?? null };
}

export function profileText(hotkey: string, { name, link }: OwnProfile): string {
  return oneLine(`${hotkey}: ${name === null ? 'no display name' : `“${name}”`}, ${link ?? 'no link'}.`);
}
