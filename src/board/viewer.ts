/** The caller of a board query, already authenticated. */
export interface Viewer {
  /** Null for an anonymous caller. */
  readonly hotkey: string | null;
  readonly isAdmin: boolean;
}

export const ANONYMOUS: Viewer = { hotkey: null, isAdmin: false };
