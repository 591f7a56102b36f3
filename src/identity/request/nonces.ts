export type NonceOutcome = 'new' | 'used' | 'full';

/** Port: what was asked once already. */
export interface Nonces {
  /**
   * Remembers a nonce of a hotkey up to and including a moment, in Unix seconds. Of any number of calls with the same pair
   * at the same time, in every process that shares the memory, exactly one is told `new`. `full` when it cannot be
   * remembered: forgetting a living one instead would let that one be replayed.
   */
  register(hotkey: string, nonce: string, span: NonceSpan): Promise<NonceOutcome>;
}

export interface NonceSpan {
  readonly now: number;
  readonly keepUntil: number;
}
