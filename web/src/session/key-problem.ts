/** Why a key cannot be used. Never contains the typed text, which may be the secret. */
export interface KeyProblem {
  readonly ok: false;
  readonly reason: string;
  readonly remedy?: string;
  /** Address of the key, if the file is in our format and only needs its passphrase. */
  readonly lockedAddress?: string;
}

export type KeySeed = { readonly ok: true; readonly seed: Uint8Array } | KeyProblem;
