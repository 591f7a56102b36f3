import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { GENESIS_HASHES, pendingRevealsInFile, SubtensorChain } from '../../../chain/subtensor.ts';
import { Fault } from '../../../fault/fault.ts';
import type { Hotkey } from '../../../identity/hotkey.ts';
import type { ArenaChain } from '../../../validator/arena-chain.ts';
import type { WeighedChain } from '../../../validator/validator-options.ts';
import { wholeNumber } from '../../options.ts';

export interface ChainOptions {
  readonly chain?: string;
  readonly netuid?: number;
  readonly genesisHash: string;
  readonly versionKey: string;
  readonly skipWeights?: boolean;
}

export function withChainOptions(command: Command): Command {
  return command
    .option('--chain <addresses>', 'set weights on Bittensor through these nodes: wss://…, several separated by commas')
    .option('--netuid <n>', "subnet on that chain (default: the arena's)", wholeNumber(0, 65_535))
    .addOption(
      new Option('--genesis-hash <hash>', 'first block of that chain; nodes of other chains are refused').default(
        GENESIS_HASHES.finney,
        "Bittensor's main chain",
      ),
    )
    .option('--version-key <number>', 'version key of the validator, if the subnet requires one', '0')
    .option('--skip-weights', 'set no weights');
}

export interface OpenedWeights {
  readonly weights: WeighedChain | undefined;
  close(): void;
}

/** The chain on which weights are set: the arena's own, or the subnet that the arena names. */
export async function openWeights(
  options: ChainOptions,
  { arena, hotkey, data }: { readonly arena: ArenaChain; readonly hotkey: Hotkey; readonly data: string },
): Promise<OpenedWeights> {
  if (options.skipWeights === true) return { weights: undefined, close: () => {} };
  const place = await arena.place();
  if (place.kind === 'local') {
    if (options.chain !== undefined) {
      throw new Fault('USAGE', {
        message: 'This arena has a local chain; its weights are not sent to Bittensor.',
        remedy: 'Leave --chain out.',
      });
    }
    return { weights: { chain: arena, netuid: () => arena.netuid() }, close: () => {} };
  }
  const netuid = options.netuid ?? place.netuid;
  const flaw = flawOf(options, { netuid, expected: place.netuid });
  if (flaw !== undefined) throw flaw;
  const chain = new SubtensorChain({
    endpoints: options.chain!.split(','),
    genesisHash: options.genesisHash,
    netuid,
    hotkey,
    versionKey: BigInt(options.versionKey),
    reveals: pendingRevealsInFile(join(data, 'weight-commits.json')),
  });
  return { weights: { chain, netuid: async () => netuid }, close: () => chain.close() };
}

function flawOf(
  { chain, versionKey }: ChainOptions,
  { netuid, expected }: { readonly netuid: number; readonly expected: number },
): Fault | undefined {
  if (chain === undefined) {
    return new Fault('USAGE', {
      message: `The weights of this arena go to subnet ${expected} of a Bittensor chain, but no node was given.`,
      remedy: 'Add --chain wss://…, or --skip-weights to send no weights.',
    });
  }
  if (netuid !== expected) {
    return new Fault('USAGE', {
      message: `--netuid ${netuid} is not the subnet of this arena, which is ${expected}.`,
      remedy: 'Leave --netuid out, or name the right arena.',
    });
  }
  const isAddress = (text: string): boolean => URL.parse(text)?.protocol.startsWith('ws') === true;
  if (!chain.split(',').every(isAddress)) {
    return new Fault('USAGE', { message: `--chain ${chain} is not a list of WebSocket addresses.` });
  }
  if (!/^\d{1,20}$/.test(versionKey)) {
    return new Fault('USAGE', { message: `--version-key ${versionKey} is not a whole number.` });
  }
  return undefined;
}
