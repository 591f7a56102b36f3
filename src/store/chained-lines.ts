/** `previous` of the first line. */
const GENESIS = '0'.repeat(64);

/** The fields that link each line of a file to the line before it. */
export interface ChainLink {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
}

export interface ChainFlaw {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
  /** Length the file should be cut to, when its last line was only partly written. */
  readonly tornAt?: number;
}

export interface CheckedChain<T> {
  /** The lines before the first invalid line; all of them when there is no flaw. */
  readonly records: readonly T[];
  readonly flaw?: ChainFlaw;
}

/**
 * Checks a file of chained lines and stops at the first invalid line. Lines cut from the end leave a shorter chain that
 * is valid: only a hash recorded elsewhere, such as a published head, can show that they existed.
 *
 * @param read Returns the record in a line, or why the line is not a record.
 */
export function checkChainedLines<T extends ChainLink>(
  bytes: Uint8Array,
  read: (line: Uint8Array) => T | string,
): CheckedChain<T> {
  const records: T[] = [];
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) {
      const reason = 'is incomplete, as after a crash; the lines before it are complete';
      return { records, flaw: { line, reason, tornAt: start } };
    }
    const record = read(bytes.subarray(start, end));
    const reason = typeof record === 'string' ? record : misplacement(record, records.at(-1));
    if (reason !== undefined) return { records, flaw: { line, reason } };
    records.push(record as T);
    start = end + 1;
  }
  return { records };
}

/** The position of the record after `last`. */
export function nextLink(last: Pick<ChainLink, 'sequence' | 'hash'> | undefined): Omit<ChainLink, 'hash'> {
  return { sequence: (last?.sequence ?? 0) + 1, previous: last?.hash ?? GENESIS };
}

function misplacement(record: ChainLink, last: ChainLink | undefined): string | undefined {
  const { sequence, previous } = nextLink(last);
  if (record.sequence !== sequence) {
    return `has sequence ${record.sequence} where ${sequence} is expected: a line was dropped, added or moved`;
  }
  return record.previous === previous ? undefined : 'does not follow from the line before it';
}
