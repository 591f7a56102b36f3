/** Why a key cannot be used. Never repeats what was typed: it may be the secret. */
export interface KeyProblem {
  readonly ok: false;
  readonly reason: string;
  readonly remedy?: string;
  /** The file is ours and locked: a passphrase is all it needs. */
  readonly lockedAddress?: string;
}

export type KeySeed = { readonly ok: true; readonly seed: Uint8Array } | KeyProblem;
