/** URL search parameters of the ledger page. */
export interface LedgerSearch {
  /** A kind of event, such as `race` or `run.completed`. */
  readonly kind?: string;
  /** A hotkey, an id or a subject. */
  readonly about?: string;
}

const LONGEST = 200;

/** Reads the search part of a URL, which is untrusted: unknown values are ignored. */
export function readLedgerSearch({ kind, about }: Readonly<Record<string, unknown>>): LedgerSearch {
  const text = typeof about === 'number' ? String(about) : about;
  return {
    ...(typeof kind === 'string' && /^[a-z]+(\.[a-z_]+)?$/.test(kind) && { kind }),
    ...(typeof text === 'string' && text !== '' && { about: text.slice(0, LONGEST) }),
  };
}
