import type { Call } from './call.ts';

/** A call that is not yet part of the chain. */
export type UnchainedCall = Omit<Call, 'sequence' | 'previous' | 'hash'>;

export interface RecordedCall {
  readonly call: Call;
  /** Bytes of evidence added. */
  readonly bytes: number;
}

/** Port: stores an attempt's calls. */
export interface CallRecorder {
  /**
   * Chains the call to the previous one and stores it, in the order of these calls. The answer may be sent only after
   * this resolves. If it rejects, nothing was added.
   */
  record(call: UnchainedCall): Promise<RecordedCall>;
}
