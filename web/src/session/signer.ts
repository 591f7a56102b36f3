/** Signs for a hotkey: with a key that this page holds, or with a wallet that never reveals it. */
export interface Signer {
  readonly address: string;
  /** Shown to users. */
  readonly kind: 'key' | 'wallet';
  /**
   * An sr25519 signature as 0x and lower-case digits. A wallet wraps the text before signing, which the arena accepts.
   */
  sign(text: string): Promise<string>;
  forget(): void;
}
