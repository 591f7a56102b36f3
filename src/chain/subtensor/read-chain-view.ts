import { z } from 'zod';
import type { ChainView } from '../chain-view.ts';
import type { Metagraph } from '../metagraph.ts';
import { U16_MAX } from '../weights/weight-vector.ts';
import { PALLET, type StorageReader, storedCount } from './read-storage.ts';

const rowSchema = z.array(z.tuple([z.int(), z.int()]));

/**
 * The weights visible on the chain and the results of its latest epoch. Committed weights appear once they are
 * revealed.
 */
export async function readChainView(
  storage: StorageReader,
  { block, neurons }: Metagraph,
  netuid: number,
): Promise<ChainView> {
  const rows = await Promise.all(
    neurons
      .filter(({ validatorPermit }) => validatorPermit)
      .map(async ({ uid }) => ({ uid, row: await storage.read('Weights', [netuid, uid], rowSchema) })),
  );
  const [epochs, epochBlock] = await Promise.all(
    ['SubnetEpochIndex', 'LastEpochBlock'].map((entry) => readCount(storage, entry, netuid)),
  );
  return {
    netuid,
    block,
    epochs: epochs ?? 0,
    neurons: neurons.map((neuron) => ({ ...neuron, stake: `${neuron.stake}`, immuneUntil: null })),
    earned: null,
    balances: null,
    granted: null,
    fees: null,
    registration: null,
    burned: null,
    weights: rows
      .filter(({ row }) => row.length > 0)
      .map(({ uid, row }) => ({ uid, uids: row.map(([to]) => to), values: row.map(([, value]) => value) })),
    latestEpoch: await readLatestEpoch(storage, netuid, { block: epochBlock ?? block, neurons }),
  };
}

/** Older runtimes do not count epochs. */
async function readCount(storage: StorageReader, entry: string, netuid: number): Promise<number | undefined> {
  if (!storage.runtime.hasStorage(PALLET, entry)) return undefined;
  return await storage.read(entry, [netuid], storedCount);
}

async function readLatestEpoch(
  storage: StorageReader,
  netuid: number,
  { block, neurons }: Metagraph,
): Promise<ChainView['latestEpoch']> {
  const [incentive, dividends, consensus, validatorTrust] = await Promise.all(
    ['Incentive', 'Dividends', 'Consensus', 'ValidatorTrust'].map((entry) =>
      storage.read(entry, [netuid], z.array(z.int())),
    ),
  );
  const shares = (values: readonly number[]): number[] => neurons.map(({ uid }) => (values[uid] ?? 0) / U16_MAX);
  if (incentive!.every((value) => value === 0)) return null;
  return {
    block,
    hotkeys: neurons.map(({ hotkey }) => hotkey),
    // Incentive and dividends are stored relative to each other, and returned as shares of the total.
    incentive: ofOne(shares(incentive!)),
    dividends: ofOne(shares(dividends!)),
    consensus: shares(consensus!),
    validatorTrust: shares(validatorTrust!),
  };
}

function ofOne(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => (sum === 0 ? 0 : value / sum));
}
