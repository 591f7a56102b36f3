import { QUICKNET } from './timelock.ts';

/** The epoch schedule of a subnet as the chain stores it, all read at one block. */
export interface EpochSchedule {
  readonly currentBlock: number;
  /** Blocks between two epochs; 0 means the subnet runs none. */
  readonly tempo: number;
  readonly lastEpochBlock: number;
  /** Block of an epoch scheduled by the subnet's owner or by the chain's limit of epochs per block; 0 for none. */
  readonly pendingEpochAt: number;
  readonly epochIndex: number;
  readonly blocksSinceLastStep: number;
}

/** The chain runs an epoch after this many blocks regardless of the tempo. */
const MAX_TEMPO = 50_400;
/** The drand pulse is expected on the chain this many blocks into the reveal epoch. */
const SECURITY_BLOCKS = 3;

/**
 * The drand round whose signature opens a commit that is sent now. Rounded down, so that the pulse is on the chain when
 * the reveal epoch begins; `undefined` if the subnet runs no epochs.
 */
export function revealRound(
  schedule: EpochSchedule,
  {
    revealEpochs,
    blockSeconds,
    nowSeconds,
  }: { readonly revealEpochs: number; readonly blockSeconds: number; readonly nowSeconds: number },
): bigint | undefined {
  const block = firstRevealBlock(schedule, revealEpochs);
  if (block === undefined) return undefined;
  const seconds = nowSeconds + (block + SECURITY_BLOCKS - schedule.currentBlock) * blockSeconds;
  const round = Math.floor((seconds - QUICKNET.genesisSeconds) / QUICKNET.periodSeconds);
  return BigInt(Math.max(round, 1));
}

/** The first block in which a commit made in the next block is revealed, found by simulating the chain's scheduler. */
export function firstRevealBlock(schedule: EpochSchedule, revealEpochs: number): number | undefined {
  const first = schedule.currentBlock + 1;
  const target = epochOfNextBlock(schedule) + revealEpochs;
  let state = schedule;
  for (let block = first; block <= first + (revealEpochs + 1) * MAX_TEMPO; block++) {
    if (epochAt(state, block) === target) return block;
    state = afterBlock(state, block);
  }
  return undefined;
}

/** The epoch of a commit or a reveal in the next block. */
export function epochOfNextBlock(schedule: EpochSchedule): number {
  return epochAt(schedule, schedule.currentBlock + 1);
}

/** Commits are revealed before the block's epoch runs, so a block with an epoch counts as part of it. */
function epochAt(state: EpochSchedule, block: number): number {
  return state.epochIndex + (runsEpoch(state, block) ? 1 : 0);
}

function runsEpoch(state: EpochSchedule, block: number): boolean {
  if (state.tempo === 0) return false;
  if (state.pendingEpochAt > 0 && block >= state.pendingEpochAt) return true;
  if (state.blocksSinceLastStep > MAX_TEMPO) return true;
  return block - state.lastEpochBlock >= state.tempo;
}

function afterBlock(before: EpochSchedule, block: number): EpochSchedule {
  const state = { ...before, blocksSinceLastStep: before.blocksSinceLastStep + 1 };
  if (!runsEpoch(state, block)) return state;
  return {
    ...state,
    lastEpochBlock: block,
    pendingEpochAt: 0,
    epochIndex: state.epochIndex + 1,
    blocksSinceLastStep: 0,
  };
}
