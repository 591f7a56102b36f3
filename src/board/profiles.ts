import type { Arena } from '../arena/arena.ts';
import type { ProfilesQuery, ProfilesWire } from './wire/profile-wire.ts';

/** Display names and links of these hotkeys. */
export async function profiles(
  { database }: Pick<Arena, 'database'>,
  { hotkeys }: ProfilesQuery,
): Promise<ProfilesWire> {
  if (hotkeys.length === 0) return { profiles: [] };
  const found = await database.reader
    .selectFrom('profiles')
    .select(['hotkey', 'name', 'link'])
    .where('hotkey', 'in', hotkeys)
    .where(({ eb, or }) => or([eb('name', 'is not', null), eb('link', 'is not', null)]))
    .orderBy('hotkey')
    .execute();
  return { profiles: found };
}
