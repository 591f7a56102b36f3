import type { LedgerRecord } from './ledger-event.ts';

/** Length and last hash of a bank's ledger, as published by an arena. */
export interface PublishedHead {
  readonly lines: number;
  readonly head: string;
}

/** Differences between a ledger and its published heads; names the first line that differs. */
export function comparePublished(
  records: readonly LedgerRecord[],
  published: readonly PublishedHead[],
): readonly string[] {
  for (const { lines, head } of published) {
    if (lines === 0) continue;
    const there = records[lines - 1];
    if (there?.hash === head) continue;
    return [
      there === undefined
        ? `The arena published ${lines} lines with head ${head}, the ledger has ${records.length}: lines were cut off.`
        : `Line ${lines} of the ledger, or one before it, was rewritten: its hash is ${there.hash}, published was ${head}.`,
    ];
  }
  return [];
}
