import { Fault } from '../../fault/fault.ts';

export interface ChainFailure {
  readonly message: string;
  readonly remedy: string;
  /** Whether the same operation can succeed on a retry without any other change. */
  readonly sendAgain: boolean;
  /** The chain's own name for the error. */
  readonly chainError?: string;
  readonly cause?: unknown;
}

/** A failure of the chain or of the connection to it. `extra.send_again` is for programs, `remedy` for people. */
export function chainFault({ message, remedy, sendAgain, chainError, cause }: ChainFailure): Fault {
  const extra = { send_again: sendAgain, ...(chainError !== undefined && { chain_error: chainError }) };
  return new Fault('CHAIN_FAILED', { message, remedy, extra, cause });
}
