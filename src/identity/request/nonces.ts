export type NonceOutcome = 'new' | 'used' | 'full';

/** Port: detects replayed requests. */
export interface Nonces {
  /**
   * Stores a nonce of a hotkey up to and including a time in Unix seconds. Of any number of concurrent calls with the
   * same pair, in all processes that share the store, exactly one gets `new`. Returns `full` if the nonce cannot be
   * stored: evicting a live nonce instead would allow its request to be replayed.
   */
  register(hotkey: string, nonce: string, span: NonceSpan): Promise<NonceOutcome>;
}

export interface NonceSpan {
  readonly now: number;
  readonly keepUntil: number;
}
