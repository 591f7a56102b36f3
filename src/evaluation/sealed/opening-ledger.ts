import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChainedLedger } from '../../store/chained-ledger.ts';
import { storageFault, withFolderLock } from '../../store/files.ts';
import { type OpeningEvent, type OpeningRecord, openingEnvelopeSchema, openingEventSchema } from './opening-event.ts';

const openingLedger = new ChainedLedger({
  eventSchema: openingEventSchema,
  envelopeSchema: openingEnvelopeSchema,
  faultCode: 'EVIDENCE_CORRUPT',
  remedy: 'Restore the ledger from a backup: it is the only record of how often a suite was opened.',
  mode: 0o600,
});

/** Every use of a held-out suite in order. Throws `EVIDENCE_CORRUPT` if a line breaks the hash chain. */
export function readOpenings(path: string): readonly OpeningRecord[] {
  return existsSync(path) ? openingLedger.readWhole(bytesOf(path), path) : [];
}

/** `decide` gets all records and returns the ones to add. No other process writes in between. */
export async function changeOpenings(
  path: string,
  now: () => Date,
  decide: (records: readonly OpeningRecord[]) => readonly OpeningEvent[],
): Promise<readonly OpeningRecord[]> {
  return await withFolderLock(dirname(path), async () => {
    const records = readOpenings(path);
    return [...records, ...openingLedger.append(path, records.at(-1), { events: decide(records), now })];
  });
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${basename(path)}`);
  }
}
