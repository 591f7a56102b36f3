/** Binds a sealed credential to its row: moved to another contestant's row, it cannot be opened. */
export function credentialContext(hotkey: string, provider: string): string {
  return `${hotkey} ${provider}`;
}
