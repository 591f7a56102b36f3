import type { Fault } from '../../../fault/fault.ts';
import { chainFault } from '../chain-fault.ts';

/** Why weights are rejected, and what to do about it. */
export interface WeightsReason {
  /** Completes the sentence "The chain did not accept the weights: …". */
  readonly what: string;
  readonly remedy: string;
  readonly sendAgain: boolean;
}

export const WEIGHTS_REASONS = {
  tooFast: {
    what: 'this hotkey has set weights already, fewer blocks ago than the subnet requires',
    remedy: 'Wait and send these again later. Until then the current weights count.',
    sendAgain: true,
  },
  tooLittleStake: {
    what: 'this hotkey has less stake than is needed to set weights',
    remedy: 'Add stake to the hotkey. Sending again changes nothing.',
    sendAgain: false,
  },
  noPermit: {
    what: 'this hotkey has no validator permit',
    remedy: 'Permits go to the neurons with most stake: add stake to the hotkey. Sending again changes nothing.',
    sendAgain: false,
  },
  notRegistered: {
    what: 'this hotkey is not registered in the subnet',
    remedy: 'Register the hotkey. Sending again changes nothing.',
    sendAgain: false,
  },
  noSubnet: {
    what: 'there is no such subnet',
    remedy: 'Check the number of the subnet and the network.',
    sendAgain: false,
  },
  badVector: {
    what: 'the subnet rejects such a vector: uids have changed, or it has too few weights or too large ones',
    remedy: 'Compute new weights from the current metagraph. These will never be accepted.',
    sendAgain: false,
  },
  commitRevealChanged: {
    what: 'the subnet switched commit-reveal on or off while they were being sent',
    remedy: 'Send again: the current setting is read each time.',
    sendAgain: true,
  },
  unrevealedCommits: {
    what: 'this hotkey has too many commits that are not revealed yet',
    remedy: 'Wait until earlier commits are revealed or expire, and send again.',
    sendAgain: true,
  },
  notRevealable: {
    what: 'the commit cannot be revealed: it expired, is not on the chain, or its reveal epoch has not begun',
    remedy: 'Nothing to do: new weights are committed in the next epoch.',
    sendAgain: false,
  },
  pastRound: {
    what: "the round of drand for which they are encrypted is over already, by the chain's count",
    remedy: "Check this machine's clock. Sending again encrypts them for a later round.",
    sendAgain: true,
  },
  commitVersion: {
    what: 'it accepts another version of timelocked commits',
    remedy: 'Use a version of Assay that knows this version of the chain.',
    sendAgain: false,
  },
  oldValidator: {
    what: 'the subnet requires a newer version of the validator',
    remedy: 'Upgrade the validator, and give its version as the version key. Sending again changes nothing.',
    sendAgain: false,
  },
  rootNetwork: {
    what: 'the root network accepts no weights',
    remedy: 'Name the correct subnet with --netuid.',
    sendAgain: false,
  },
  switchedOff: {
    what: 'the chain has temporarily disabled this',
    remedy: 'Wait, and send again.',
    sendAgain: true,
  },
} as const satisfies Readonly<Record<string, WeightsReason>>;

/** `chainError` is the chain's own name for the error. */
export function weightsFault({ what, remedy, sendAgain }: WeightsReason, chainError: string, cause?: unknown): Fault {
  return chainFault({
    message: `The chain did not accept the weights: ${what}.`,
    remedy,
    sendAgain,
    chainError,
    cause,
  });
}

/** For errors that are not in our lists. */
export function unknownReason(what: string): WeightsReason {
  return {
    what,
    remedy: 'Look up this error in the documentation of the chain before you send again.',
    sendAgain: false,
  };
}
