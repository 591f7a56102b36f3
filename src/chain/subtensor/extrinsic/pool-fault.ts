import type { Fault } from '../../../fault/fault.ts';
import type { NodeRefusal } from '../rpc/node-refusal.ts';
import { unknownReason, WEIGHTS_REASONS, type WeightsReason, weightsFault } from './weights-fault.ts';

/** By the runtime's codes for extrinsics that it rejects before they are in a block. */
const CUSTOM_ERRORS: Readonly<Record<number, WeightsReason>> = {
  1: WEIGHTS_REASONS.tooLittleStake,
  3: WEIGHTS_REASONS.noSubnet,
  4: WEIGHTS_REASONS.notRegistered,
  6: WEIGHTS_REASONS.tooFast,
  10: WEIGHTS_REASONS.notRegistered,
  15: WEIGHTS_REASONS.pastRound,
  16: WEIGHTS_REASONS.notRevealable,
  17: WEIGHTS_REASONS.notRevealable,
};

const FALSE_SIGNATURE: WeightsReason = {
  what: 'it rejected the signature: it was made for another chain or another version of its program',
  remedy: 'If the chain was upgraded at this moment, send again. Otherwise check the network and the hotkey.',
  sendAgain: true,
};
const NO_MONEY: WeightsReason = {
  what: 'this hotkey cannot pay the fee',
  remedy: 'Send some TAO to the hotkey.',
  sendAgain: false,
};
const PASSING: WeightsReason = {
  what: 'its pool does not accept this extrinsic now, or has another one of this hotkey',
  remedy: 'Send again after a few blocks. If it persists, another program signs with the same hotkey.',
  sendAgain: true,
};

const INVALID = 1010;
/** Unknown validity, temporarily banned, already imported, priority too low, cyclic dependencies, pool full. */
const PASSING_CODES: ReadonlySet<number> = new Set([1011, 1012, 1013, 1014, 1015, 1016]);

/** For weights that a node rejected before they entered its pool. */
export function poolFault(refusal: NodeRefusal): Fault {
  const said = `${refusal.message} ${refusal.detail}`.trimEnd().slice(0, 200);
  return weightsFault(reasonOf(refusal) ?? unknownReason(`it says "${said}"`), said, refusal);
}

function reasonOf({ code, detail }: NodeRefusal): WeightsReason | undefined {
  if (PASSING_CODES.has(code)) return PASSING;
  if (code !== INVALID) return undefined;
  const custom = /^Custom error: (\d+)$/.exec(detail)?.[1];
  if (custom !== undefined) return CUSTOM_ERRORS[Number(custom)];
  if (/bad signature/i.test(detail)) return FALSE_SIGNATURE;
  if (/pay some fees/i.test(detail)) return NO_MONEY;
  return /outdated|in the future|ancient birth|exhaust/i.test(detail) ? PASSING : undefined;
}
