import { Command } from 'commander';
import { walletImportCommand } from './wallet-import.ts';
import { walletListCommand } from './wallet-list.ts';
import { walletNewCommand } from './wallet-new.ts';
import { walletSignCommand } from './wallet-sign.ts';
import { walletVerifyCommand } from './wallet-verify.ts';

export function walletCommand(): Command {
  return new Command('wallet')
    .description('hotkeys: make, import and list them, sign with them, check what others signed')
    .helpCommand(false)
    .addCommand(walletNewCommand())
    .addCommand(walletImportCommand())
    .addCommand(walletListCommand())
    .addCommand(walletSignCommand())
    .addCommand(walletVerifyCommand());
}
