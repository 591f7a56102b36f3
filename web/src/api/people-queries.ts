import { queryOptions } from '@tanstack/react-query';
import { ownProfileSchema, profilesSchema } from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

export interface Profile {
  readonly name: string | null;
  readonly link: string | null;
}

/** The most hotkeys that one request accepts. */
const MOST_AT_ONCE = 100;

const NOTHING: Profile = { name: null, link: null };

interface Waiting {
  readonly hotkey: string;
  readonly resolve: (profile: Profile) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/** The profile of a hotkey. A page shows dozens at once, so lookups made at the same time are sent as one request. */
export function profileQuery(hotkey: string) {
  return queryOptions({
    queryKey: ['people', hotkey],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      new Promise<Profile>((resolve, reject) => {
        waiting.push({ hotkey, resolve, reject });
        if (waiting.length === 1) setTimeout(askForAll);
      }),
  });
}

/** Sets the name and link of the signed-in hotkey. */
export async function setProfile(profile: Profile): Promise<Profile> {
  return await ask('/v1/profile', ownProfileSchema, { method: 'PUT', body: profile });
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let first = 0; first < all.length; first += MOST_AT_ONCE) void askFor(all.slice(first, first + MOST_AT_ONCE));
}

async function askFor(some: readonly Waiting[]): Promise<void> {
  try {
    const hotkeys = [...new Set(some.map(({ hotkey }) => hotkey))].join(',');
    const { profiles } = await ask(`/v1/public/profiles?${new URLSearchParams({ hotkeys })}`, profilesSchema);
    const byHotkey = new Map(profiles.map((profile) => [profile.hotkey, profile]));
    for (const { hotkey, resolve } of some) resolve(byHotkey.get(hotkey) ?? NOTHING);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}
