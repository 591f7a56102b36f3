/** Whatever signs for a hotkey: a key that this page holds, or a wallet that never shows it. */
export interface Signer {
  readonly address: string;
  /** For people. */
  readonly kind: 'key' | 'wallet';
  /** An sr25519 signature as 0x and lower-case digits. A wallet wraps the text, which the arena knows. */
  sign(text: string): Promise<string>;
  forget(): void;
}
