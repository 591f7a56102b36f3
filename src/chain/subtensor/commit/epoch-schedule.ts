import { QUICKNET } from './timelock.ts';

/** When a subnet's epochs run, as the chain stores it, all read at one block. */
export interface EpochSchedule {
  readonly currentBlock: number;
  /** Blocks between two epochs; with 0 the subnet runs none. */
  readonly tempo: number;
  readonly lastEpochBlock: number;
  /** A block for which the subnet's owner, or the chain's limit of epochs in a block, scheduled one; 0 for none. */
  readonly pendingEpochAt: number;
  readonly epochIndex: number;
  readonly blocksSinceLastStep: number;
}

/** The chain runs an epoch after so many blocks whatever the tempo. */
const MAX_TEMPO = 50_400;
/** The pulse is expected on the chain so many blocks into the reveal epoch. */
const SECURITY_BLOCKS = 3;

/**
 * The round of drand whose signature opens a commit that is sent now. Rounded down, so that the pulse is on the chain when the
 * reveal epoch begins; `undefined` where the subnet runs no epochs.
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

/** The first block in which a commit of the next block is revealed, by running the chain's scheduler ahead. */
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

/** The epoch that a commit or a reveal in the next block belongs to. */
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
