import { z } from 'zod';
import { hexBytes, hexText } from '../hex.ts';
import { PALLET, type StorageReader, storedCount } from '../read-storage.ts';
import { type EpochSchedule, epochOfNextBlock } from './epoch-schedule.ts';

export interface TimelockRules {
  /** Version of the commit format that the chain accepts. */
  readonly version: number;
  readonly revealEpochs: number;
  readonly blockSeconds: number;
  readonly schedule: EpochSchedule;
}

/** Whether the chain decrypts and reveals commits itself; older runtimes support only hash commits. */
export function takesTimelockedCommits(storage: StorageReader): boolean {
  return storage.runtime.hasCall(PALLET, 'commit_timelocked_weights') && countsEpochs(storage);
}

export async function readTimelockRules(
  storage: StorageReader,
  netuid: number,
  currentBlock: number,
): Promise<TimelockRules> {
  const [version, revealEpochs, schedule] = await Promise.all([
    storage.read('CommitRevealWeightsVersion', [], storedCount),
    storage.read('RevealPeriodEpochs', [netuid], storedCount),
    readSchedule(storage, netuid, currentBlock),
  ]);
  const blockSeconds = storedCount.parse(storage.runtime.constant('Aura', 'SlotDuration')) / 1_000;
  return { version, revealEpochs, blockSeconds, schedule };
}

/** A hash commit as the chain stores it until it is revealed or expires. */
export interface StoredCommit {
  readonly hash: string;
  readonly state: 'early' | 'due' | 'expired';
}

const commitsSchema = z
  .array(
    z.tuple([
      z.union([z.instanceof(Uint8Array).transform(hexText), hexBytes.transform(hexText)]),
      storedCount,
      storedCount,
      storedCount,
    ]),
  )
  .optional();

/** The unrevealed hash commits of a hotkey, and whether each can be revealed in the next block. */
export async function readStoredCommits(
  storage: StorageReader,
  { netuid, hotkey, currentBlock }: { readonly netuid: number; readonly hotkey: string; readonly currentBlock: number },
): Promise<readonly StoredCommit[]> {
  const commits = (await storage.read('WeightCommits', [netuid, hotkey], commitsSchema)) ?? [];
  if (commits.length === 0) return [];
  const next = currentBlock + 1;
  if (!countsEpochs(storage)) {
    // Older runtimes store the first and the last block in which the commit can be revealed.
    return commits.map(([hash, , first, last]) => ({
      hash,
      state: next < first ? 'early' : next > last ? 'expired' : 'due',
    }));
  }
  const [revealEpochs, schedule] = await Promise.all([
    storage.read('RevealPeriodEpochs', [netuid], storedCount),
    readSchedule(storage, netuid, currentBlock),
  ]);
  const epoch = epochOfNextBlock(schedule);
  return commits.map(([hash, committed]) => {
    const due = committed + revealEpochs;
    return { hash, state: epoch < due ? 'early' : epoch > due ? 'expired' : 'due' };
  });
}

/** Older runtimes derive epochs from the block number. */
function countsEpochs({ runtime }: StorageReader): boolean {
  return runtime.hasStorage(PALLET, 'SubnetEpochIndex');
}

async function readSchedule(storage: StorageReader, netuid: number, currentBlock: number): Promise<EpochSchedule> {
  const [tempo, lastEpochBlock, pendingEpochAt, epochIndex, blocksSinceLastStep] = await Promise.all(
    ['Tempo', 'LastEpochBlock', 'PendingEpochAt', 'SubnetEpochIndex', 'BlocksSinceLastStep'].map((entry) =>
      storage.read(entry, [netuid], storedCount),
    ),
  );
  return {
    currentBlock,
    tempo: tempo!,
    lastEpochBlock: lastEpochBlock!,
    pendingEpochAt: pendingEpochAt!,
    epochIndex: epochIndex!,
    blocksSinceLastStep: blocksSinceLastStep!,
  };
}
