import { type Command, Option } from 'commander';
import { ArenaClient, type ArenaClientOptions } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { durationText } from '../output/format-time.ts';
import { plainText } from '../output/plain-text.ts';
import { type HotkeyOptions, hotkeyLocation, withHotkeyOptions } from '../wallet/hotkey-options.ts';
import { type PassphraseOptions, unlockHotkey, withPassphraseOptions } from '../wallet/passphrase.ts';

const DEFAULT_ARENA_URL = 'http://127.0.0.1:8788';

export interface ArenaOptions {
  readonly arenaUrl: string;
}

export type SignedArenaOptions = ArenaOptions & HotkeyOptions & PassphraseOptions;

/** The option that selects the arena. */
export function withArenaOptions(command: Command): Command {
  const url = process.env.ASSAY_ARENA_URL ?? process.env.ORO_API_URL ?? DEFAULT_ARENA_URL;
  return command.addOption(
    new Option('--arena-url <url>', 'address of the arena').default(url, `ASSAY_ARENA_URL, or ${DEFAULT_ARENA_URL}`),
  );
}

/** The options that select the arena and the signing hotkey. */
export function withSignedArenaOptions(command: Command): Command {
  return withPassphraseOptions(withHotkeyOptions(withArenaOptions(command)));
}

export function openArena({ arenaUrl }: ArenaOptions, hotkey?: Hotkey): ArenaClient {
  return new ArenaClient({ url: checkedUrl(arenaUrl), hotkey, onRateLimited });
}

export async function openSignedArena(
  options: SignedArenaOptions,
  watch: Pick<ArenaClientOptions, 'onExchange' | 'onRateLimited'> = { onRateLimited },
): Promise<ArenaClient & { readonly hotkey: Hotkey }> {
  const url = checkedUrl(options.arenaUrl);
  const { path } = hotkeyLocation(options);
  const hotkey = await unlockHotkey(path, options);
  if (hotkey === undefined) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no hotkey at ${path}.`,
      remedy: 'See `assay wallet list`, or make one with `assay wallet new`.',
    });
  }
  return new ArenaClient({ url, hotkey, ...watch }) as ArenaClient & { readonly hotkey: Hotkey };
}

function onRateLimited({ message }: Fault, delayMilliseconds: number): void {
  process.stderr.write(plainText(`${message}\n  → Trying again in ${durationText(delayMilliseconds / 1_000)}.\n`));
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new Fault('USAGE', {
    message: `"${text}" is not the address of an arena.`,
    remedy: `Name one such as ${DEFAULT_ARENA_URL} with --arena-url.`,
  });
}
