import { Fault } from '../../fault/fault.ts';
import type { WeightsSet } from '../local/ledger-event.ts';
import type { LedgerPolicy } from '../local/ledger-policy.ts';
import { applyLedgerEvent, type LocalLedger } from '../local/local-ledger.ts';
import { areWeightsSigned, type SignedWeights } from './signed-weights.ts';

export interface WeightsRefusal {
  readonly message: string;
  readonly remedy: string;
  /** Whether the same weights may be accepted later without any other change. */
  readonly sendAgain: boolean;
}

export interface WeightsContext {
  readonly netuid: number;
  readonly block: number;
  /** How old the signed block may be. */
  readonly weightsBlocks: number;
}

/** Why weights cannot be accepted at this block; `undefined` when they can. */
export function weightsRefusal(
  weights: SignedWeights,
  { netuid, block, weightsBlocks }: WeightsContext,
): WeightsRefusal | undefined {
  if (weights.netuid !== netuid) {
    return {
      message: `These weights are for subnet ${weights.netuid}; this is ${netuid}.`,
      remedy: `Sign them for subnet ${netuid}.`,
      sendAgain: false,
    };
  }
  if (!areWeightsSigned(weights)) {
    return {
      message: 'These weights are not signed by the hotkey they name.',
      remedy: 'Sign netuid, block, hotkey, uids and values with that hotkey.',
      sendAgain: false,
    };
  }
  if (weights.block > block) {
    return {
      message: `These weights are for block ${weights.block}; it is block ${block}.`,
      remedy: 'Send them when that block exists.',
      sendAgain: true,
    };
  }
  if (weights.block < block - weightsBlocks) {
    return {
      message: `These weights are for block ${weights.block}, more than ${weightsBlocks} blocks ago; it is block ${block}.`,
      remedy: 'Sign them for the current block.',
      sendAgain: false,
    };
  }
  return undefined;
}

/**
 * Rejects an unknown hotkey, a hotkey without a permit, or an invalid vector: the ledger would reject it again later.
 */
export function assertLedgerTakes(event: WeightsSet, ledger: LocalLedger, policy: LedgerPolicy): void {
  try {
    applyLedgerEvent(ledger, event, policy);
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    refuseWeights({ message: error.message, remedy: error.remedy ?? 'Correct the weights.', sendAgain: false });
  }
}

export function refuseWeights({ message, remedy, sendAgain }: WeightsRefusal): never {
  throw new Fault('INPUT_INVALID', { message, remedy, extra: { send_again: sendAgain } });
}
