/** URL search parameters of a comparison of two versions. */
export interface VersionsSearch {
  /** Missing for the problems. */
  readonly show?: 'code';
}

/** URLs are untrusted: invalid values are ignored. */
export function readVersionsSearch({ show }: Readonly<Record<string, unknown>>): VersionsSearch {
  return show === 'code' ? { show } : {};
}
