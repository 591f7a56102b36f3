import type { Session } from './session.ts';

/** Port: open sessions. */
export interface Sessions {
  open(session: Session): Promise<void>;
  /** `revokedAfter` is when all sessions of the hotkey were last ended, in whole Unix seconds. */
  find(
    tokenHash: string,
  ): Promise<{ readonly session: Session; readonly revokedAfter: number | undefined } | undefined>;
  end(tokenHash: string): Promise<void>;
  /**
   * Ends all sessions opened up to and including that second, including those that other processes are still opening.
   */
  endAll(hotkey: string, atSeconds: number): Promise<void>;
}
