/** Result of one check. */
export interface Check {
  /** The expected property. */
  readonly what: string;
  readonly ok: boolean;
  /** The file concerned, relative to the data folder. */
  readonly where: string;
  /** What differs, as precisely as possible; if nothing differs, what was found. */
  readonly detail: string;
}

/** The fields of a record that differ from the expected values, with both values; empty if there are none. */
export function differences(fields: Readonly<Record<string, readonly [said: unknown, should: unknown]>>): string {
  return Object.entries(fields)
    .filter(([, [said, should]]) => said !== should)
    .map(([field, [said, should]]) => `${field} is ${said} where ${should} is expected`)
    .join('; ');
}
