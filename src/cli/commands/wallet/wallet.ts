import { Command } from 'commander';
import { walletImportCommand } from './import.ts';
import { walletListCommand } from './list.ts';
import { walletNewCommand } from './new.ts';
import { walletSignCommand } from './sign.ts';
import { walletVerifyCommand } from './verify.ts';

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
