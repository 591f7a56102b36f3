/** One thing that was looked at. */
export interface Check {
  /** What ought to be so. */
  readonly what: string;
  readonly ok: boolean;
  /** The file it is about, below the data folder. */
  readonly where: string;
  /** What differs, as closely as it can be told; when nothing does, what was seen. */
  readonly detail: string;
}

/** The fields in which a record differs from what it should say, with both; empty when it says just that. */
export function differences(fields: Readonly<Record<string, readonly [said: unknown, should: unknown]>>): string {
  return Object.entries(fields)
    .filter(([, [said, should]]) => said !== should)
    .map(([field, [said, should]]) => `${field} is ${said} where ${should} is expected`)
    .join('; ');
}
