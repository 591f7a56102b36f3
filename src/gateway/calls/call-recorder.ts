import type { Call } from './call.ts';

/** A call before it has its place in the chain. */
export type UnchainedCall = Omit<Call, 'sequence' | 'previous' | 'hash'>;

export interface RecordedCall {
  readonly call: Call;
  /** How much evidence it added. */
  readonly bytes: number;
}

/** Port: where an attempt's calls are kept. */
export interface CallRecorder {
  /**
   * Chains the call to the one before and keeps it. Calls stand in the order in which this was called, and the answer
   * may go out only once it resolves. When it rejects, nothing was added.
   */
  record(call: UnchainedCall): Promise<RecordedCall>;
}
