import type { StorageChange } from './chopsticks-node.ts';

const TAO = 1_000_000_000n;

/** Few, because the runtime takes a second per block. */
export const SAMPLE_EPOCH_BLOCKS = 7;

export interface SampleSubnet {
  readonly netuid: number;
  /** Addresses by uid. */
  readonly hotkeys: readonly string[];
  /** Uid of the one neuron with stake and a permit. */
  readonly validator: number;
  readonly commitReveal: boolean;
}

/**
 * A subnet of the chain specification, as it would be after these hotkeys had registered and before any of them has set
 * weights.
 */
export function sampleSubnet({ netuid, hotkeys, validator, commitReveal }: SampleSubnet): StorageChange[] {
  const stored = (entry: string, keys: readonly unknown[], value: unknown): StorageChange => ({
    pallet: 'SubtensorModule',
    entry,
    keys,
    value,
  });
  const each = <T>(value: T): T[] => hotkeys.map(() => value);
  return [
    stored('SubnetworkN', [netuid], hotkeys.length),
    ...hotkeys.flatMap((hotkey, uid) => [
      stored('Keys', [netuid, uid], hotkey),
      stored('Uids', [netuid, hotkey], uid),
      stored('IsNetworkMember', [hotkey, netuid], true),
      stored('Owner', [hotkey], hotkey),
      stored('BlockAtRegistration', [netuid, uid], 0n),
    ]),
    stored('TotalHotkeyAlpha', [hotkeys[validator], netuid], 100_000n * TAO),
    stored(
      'ValidatorPermit',
      [netuid],
      hotkeys.map((_, uid) => uid === validator),
    ),
    stored('Active', [netuid], each(true)),
    ...['Rank', 'Trust', 'Incentive', 'Consensus', 'Dividends', 'PruningScores', 'ValidatorTrust'].map((entry) =>
      stored(entry, [netuid], each(0)),
    ),
    stored('Emission', [netuid], each(0n)),
    stored('LastUpdate', [netuid], each(0n)),
    stored('MinAllowedWeights', [netuid], 1),
    stored('WeightsSetRateLimit', [netuid], 0n),
    stored('WeightsVersionKey', [netuid], 0n),
    stored('CommitRevealWeightsEnabled', [netuid], commitReveal),
    stored('RevealPeriodEpochs', [netuid], 1n),
    stored('Tempo', [netuid], SAMPLE_EPOCH_BLOCKS - 1),
  ];
}
