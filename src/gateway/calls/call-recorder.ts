import type { Call } from './call.ts';

/** A call that is not yet part of the chain. */
export type UnchainedCall = Omit<Call, 'sequence' | 'previous' | 'hash'>;

/** The bodies of a call as they were sent, from which `request` and `response` were read. Empty if there was none. */
export interface CallBodies {
  readonly request: Uint8Array | string;
  readonly response: Uint8Array | string;
}

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
   *
   * @param bodies lets another thread record a large call: it reads them itself, which is cheaper for this thread than
   *   copying the parsed values.
   */
  record(call: UnchainedCall, bodies?: CallBodies): Promise<RecordedCall>;
}
