import { Command } from 'commander';
import {
  openArena,
  openSignedArena,
  type SignedArenaOptions,
  withSignedArenaOptions,
} from '../../arena/arena-connection.ts';
import { address } from '../../arena/arguments.ts';
import { createTerminal } from '../../output/terminal.ts';
import { profileOf, profileText } from './profile-of.ts';

export function profileShowCommand(): Command {
  const command = new Command('show').argument('[address]', 'address of a hotkey (default: your own)', address);
  return withSignedArenaOptions(command).action(
    async (named: string | undefined, options: SignedArenaOptions & { readonly json?: boolean }) => {
      const terminal = createTerminal(options.json === true);
      const hotkey = named ?? (await openSignedArena(options)).hotkey.address;
      const profile = await profileOf(openArena(options), hotkey);
      terminal.print(profileText(hotkey, profile));
      terminal.report({ hotkey, ...profile });
    },
  );
}
