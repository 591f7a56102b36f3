import type { Session } from './session.ts';

/** Port: sessions that were opened. */
export interface Sessions {
  open(session: Session): Promise<void>;
  /** `revokedAfter` is the last moment at which all sessions of its hotkey were ended, in whole Unix seconds. */
  find(
    tokenHash: string,
  ): Promise<{ readonly session: Session; readonly revokedAfter: number | undefined } | undefined>;
  end(tokenHash: string): Promise<void>;
  /** Those opened up to and including that second, in the future of other processes too. */
  endAll(hotkey: string, atSeconds: number): Promise<void>;
}
