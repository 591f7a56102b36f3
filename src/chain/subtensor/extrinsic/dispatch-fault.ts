import type { Fault } from '../../../fault/fault.ts';
import { unknownReason, WEIGHTS_REASONS, type WeightsReason, weightsFault } from './weights-fault.ts';

const {
  badVector,
  commitRevealChanged,
  noPermit,
  noSubnet,
  notRegistered,
  notRevealable,
  oldValidator,
  rootNetwork,
  switchedOff,
} = WEIGHTS_REASONS;

/** Errors of weights, commits and reveals, by their names in the chain's runtime. */
const ERRORS: Readonly<Record<string, WeightsReason>> = {
  'SubtensorModule.SettingWeightsTooFast': WEIGHTS_REASONS.tooFast,
  'SubtensorModule.CommittingWeightsTooFast': WEIGHTS_REASONS.tooFast,
  'SubtensorModule.CommitRevealEnabled': commitRevealChanged,
  'SubtensorModule.CommitRevealDisabled': commitRevealChanged,
  'SubtensorModule.IncorrectCommitRevealVersion': WEIGHTS_REASONS.commitVersion,
  'SubtensorModule.TooManyUnrevealedCommits': WEIGHTS_REASONS.unrevealedCommits,
  'SubtensorModule.NoWeightsCommitFound': notRevealable,
  'SubtensorModule.ExpiredWeightCommit': notRevealable,
  'SubtensorModule.RevealTooEarly': notRevealable,
  'SubtensorModule.InvalidRevealCommitHashNotMatch': notRevealable,
  'SubtensorModule.NeuronNoValidatorPermit': noPermit,
  'SubtensorModule.NotEnoughStakeToSetWeights': WEIGHTS_REASONS.tooLittleStake,
  'SubtensorModule.HotKeyNotRegisteredInSubNet': notRegistered,
  'SubtensorModule.HotKeyNotRegisteredInNetwork': notRegistered,
  'SubtensorModule.SubnetNotExists': noSubnet,
  'SubtensorModule.MechanismDoesNotExist': noSubnet,
  'SubtensorModule.UidVecContainInvalidOne': badVector,
  'SubtensorModule.UidsLengthExceedUidsInSubNet': badVector,
  'SubtensorModule.DuplicateUids': badVector,
  'SubtensorModule.WeightVecNotEqualSize': badVector,
  'SubtensorModule.WeightVecLengthIsLow': badVector,
  'SubtensorModule.MaxWeightExceeded': badVector,
  'SubtensorModule.IncorrectWeightVersionKey': oldValidator,
  'SubtensorModule.CanNotSetRootNetworkWeights': rootNetwork,
  'SubtensorModule.CallDisabled': switchedOff,
  'SubtensorModule.DisabledTemporarily': switchedOff,
  'System.CallFiltered': switchedOff,
};

/** For weights that were included in a block and failed there. */
export function dispatchFault(error: string): Fault {
  return weightsFault(ERRORS[error] ?? unknownReason(`it says ${error}`), error);
}
