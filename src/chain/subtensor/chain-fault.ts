import { Fault } from '../../fault/fault.ts';

export interface ChainFailure {
  readonly message: string;
  readonly remedy: string;
  /** Whether the same act can succeed if it is done again without anything else being changed. */
  readonly sendAgain: boolean;
  /** What the chain itself calls the reason. */
  readonly chainError?: string;
  readonly cause?: unknown;
}

/** A failure of the chain, or of the way to it. `extra.send_again` tells a program what `remedy` tells a person. */
export function chainFault({ message, remedy, sendAgain, chainError, cause }: ChainFailure): Fault {
  const extra = { send_again: sendAgain, ...(chainError !== undefined && { chain_error: chainError }) };
  return new Fault('CHAIN_FAILED', { message, remedy, extra, cause });
}
