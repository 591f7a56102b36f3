import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { Fault } from '../../fault/fault.ts';
import { type HotkeyName, hotkeyPath } from '../../identity/hotkey-file.ts';
import { path } from '../options.ts';

export interface HotkeyOptions {
  readonly wallets: string;
  readonly wallet: string;
  readonly hotkey: string;
}

/** A separate folder, because Bittensor's tools would fail on our encrypted files. */
export function defaultWalletsFolder(): string {
  return join(homedir(), '.assay', 'wallets');
}

export function bittensorWalletsFolder(): string {
  return join(homedir(), '.bittensor', 'wallets');
}

export function walletsOption(): Option {
  return new Option('--wallets <dir>', 'folder of wallets')
    .default(defaultWalletsFolder(), '~/.assay/wallets')
    .argParser(path);
}

/** The options that select the hotkey. */
export function withHotkeyOptions(command: Command): Command {
  return command
    .addOption(walletsOption())
    .option('--wallet <name>', 'wallet in that folder', 'default')
    .option('--hotkey <name>', 'hotkey in that wallet', 'default');
}

export function hotkeyLocation({ wallets, wallet, hotkey }: HotkeyOptions): HotkeyName & { readonly path: string } {
  return { wallet, hotkey, path: hotkeyPath(wallets, { wallet, hotkey }) };
}

/** A key is never replaced: everything its address has earned would be lost with it. */
export function hotkeyExists(path: string): Fault {
  return new Fault('USAGE', {
    message: `There is already a hotkey at ${path}; it was not changed.`,
    remedy: 'Choose another name with --wallet or --hotkey, or move the file away.',
  });
}
