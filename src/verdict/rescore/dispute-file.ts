import { readPlainFile } from '../../attempt/read-plain-file.ts';
import { Fault } from '../../fault/fault.ts';
import { appendDurably } from '../../store/append-durably.ts';
import { withFolderLock } from '../../store/folder-lock.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { storageFault } from '../../store/storage-fault.ts';
import { syncToDisk } from '../../store/sync-to-disk.ts';
import { dataPlaces, MAX_DISPUTES_BYTES } from './data-places.ts';
import { chainDispute, checkDisputes, type DisputeStamp, disputeLine } from './dispute-chain.ts';
import { type DisputeEvent, type DisputeRecord, disputeEventSchema } from './dispute-event.ts';

/** All that was disputed and corrected in a data folder; `EVIDENCE_CORRUPT` when a line does not fit. */
export function readDisputes(data: string): readonly DisputeRecord[] {
  const path = dataPlaces.disputes(data);
  const file = readPlainFile(path, MAX_DISPUTES_BYTES);
  if (!file.ok) {
    if (file.missing) return [];
    throw new Fault('EVIDENCE_CORRUPT', { message: `${path} ${file.reason}.`, remedy: 'Put it back from a copy.' });
  }
  const { records, flaw } = checkDisputes(file.bytes);
  if (flaw === undefined) return records;
  throw new Fault('EVIDENCE_CORRUPT', {
    message: `${path}, line ${flaw.line} ${flaw.reason}.`,
    remedy:
      flaw.tornAt === undefined
        ? 'Put the file back from a copy. Nothing is written after a line that does not fit.'
        : `Cut the half line off with \`truncate -s ${flaw.tornAt} ${path}\`, then run the command that was interrupted again.`,
  });
}

/** Records one event; it is on disk when this resolves, and when it rejects the file is as it was. */
export async function recordDispute(data: string, event: DisputeEvent, stamp: DisputeStamp): Promise<DisputeRecord> {
  makeFolder(data);
  return await withFolderLock(data, async () => appendDispute(data, event, stamp));
}

/** Call it only under the lock of the data folder. */
export function appendDispute(data: string, event: DisputeEvent, stamp: DisputeStamp): DisputeRecord {
  // A line that its own reader refuses would close the file for ever.
  const parsed = disputeEventSchema.safeParse(event);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Fault('INPUT_INVALID', {
      message: `This cannot be recorded: ${path.join('.')} ${message}.`,
      remedy: 'Mend the value. Nothing was written.',
    });
  }
  const record = chainDispute(parsed.data, stamp, readDisputes(data).at(-1));
  const path = dataPlaces.disputes(data);
  try {
    appendDurably(path, disputeLine(record));
    syncToDisk(data);
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
  return record;
}
