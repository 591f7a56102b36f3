/** Who looks at the board. Whether they proved to be that is settled before. */
export interface Viewer {
  /** Null for somebody who did not say. */
  readonly hotkey: string | null;
  readonly isAdmin: boolean;
}

export const ANONYMOUS: Viewer = { hotkey: null, isAdmin: false };
