import { Command } from 'commander';
import { listHotkeys } from '../../../identity/wallet.ts';
import { path } from '../../options.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bittensorWalletsFolder, defaultWalletsFolder } from '../../wallet/hotkey-options.ts';

interface Options {
  readonly wallets?: string;
  readonly json?: boolean;
}

/** Wide enough for an address with its name, untruncated. */
const WIDE = 160;

export function walletListCommand(): Command {
  return new Command('list')
    .option('--wallets <dir>', 'list this folder of wallets instead', path)
    .action((options: Options) => {
      const terminal = createTerminal(options.json === true);
      const folders = options.wallets === undefined ? defaultFolders() : [options.wallets];
      const found = folders.flatMap((folder) => listHotkeys(folder).map((hotkey) => ({ folder, ...hotkey })));
      if (found.length === 0) {
        terminal.print(
          withGivenOptions(`There is no hotkey in ${folders.join(' or ')}. Make one with \`assay wallet new\`.`),
        );
      } else {
        const rows = found.map((entry) => [
          entry.wallet,
          entry.hotkey,
          entry.state === 'unusable' ? '' : entry.address,
          entry.state === 'unusable' ? `unusable: it ${entry.reason}` : entry.state,
          entry.folder,
        ]);
        terminal.print(table(['wallet', 'hotkey', 'address', 'state', 'folder'], rows, WIDE));
      }
      terminal.report({ hotkeys: found });
    });
}

function defaultFolders(): readonly string[] {
  return [defaultWalletsFolder(), bittensorWalletsFolder()];
}
