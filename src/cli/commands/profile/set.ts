import { Command } from 'commander';
import { ownProfileSchema } from '../../../board/wire.ts';
import { Fault } from '../../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { createTerminal } from '../../output/terminal.ts';
import { type OwnProfile, profileOf, profileText } from './profile-of.ts';

type Options = SignedArenaOptions & { readonly json?: boolean };
type SetOptions = Options & { readonly name?: string; readonly link?: string };

export function profileSetCommand(): Command {
  const command = new Command('set')
    .option('--name <name>', 'display name: 2 to 32 letters, digits and single separators')
    .option('--link <url>', 'https address that pages link to');
  return withSignedArenaOptions(command).action(async (options: SetOptions) => {
    const { name, link } = options;
    if (name === undefined && link === undefined) {
      throw new Fault('USAGE', {
        message: 'There is nothing to set.',
        remedy: 'Add --name, --link or both. `assay profile clear` removes them.',
      });
    }
    await setProfile(options, (before) => ({ name: name ?? before.name, link: link ?? before.link }));
  });
}

export function profileClearCommand(): Command {
  return withSignedArenaOptions(new Command('clear')).action((options: Options) =>
    setProfile(options, () => ({ name: null, link: null })),
  );
}

async function setProfile(options: Options, change: (before: OwnProfile) => OwnProfile): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const arena = await openSignedArena(options);
  const hotkey = arena.hotkey.address;
  const body = change(await profileOf(arena, hotkey));
  const request = { method: 'PUT', path: '/v1/profile', body, signed: true, repeatable: true } as const;
  const profile = await askArena(arena, { ...request, answer: ownProfileSchema });
  terminal.print(profileText(hotkey, profile));
  terminal.report({ hotkey, ...profile });
}
