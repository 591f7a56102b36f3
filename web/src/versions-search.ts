/** What the address of two compared versions says beside them. */
export interface VersionsSearch {
  /** Missing for the problems. */
  readonly show?: 'code';
}

/** Anybody can write an address, so what cannot be meant is left out. */
export function readVersionsSearch({ show }: Readonly<Record<string, unknown>>): VersionsSearch {
  return show === 'code' ? { show } : {};
}
