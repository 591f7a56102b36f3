import { readPlainFile } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { ChainedLedger } from '../../store/chained-ledger.ts';
import { makeFolder, withFolderLock } from '../../store/files.ts';
import { dataPaths, MAX_DISPUTES_BYTES } from './data-paths.ts';
import { type DisputeEvent, type DisputeRecord, disputeEnvelopeSchema, disputeEventSchema } from './dispute-event.ts';
import { isDocumentSigned, signDocument } from './sign-document.ts';

/** The disputes and corrections of a data folder. Each record is signed together with its link to the previous one. */
export const disputeLedger = new ChainedLedger({
  eventSchema: disputeEventSchema,
  envelopeSchema: disputeEnvelopeSchema,
  flawOf: ({ hash: _, ...signed }) => (isDocumentSigned(signed) ? undefined : `was not signed by ${signed.hotkey}`),
  faultCode: 'EVIDENCE_CORRUPT',
  remedy: 'Restore the file from a backup. Nothing is appended after an invalid line.',
});

export interface DisputeStamp {
  readonly time: Date;
  readonly hotkey: Hotkey;
}

/** Reads all disputes and corrections of a data folder. Throws `EVIDENCE_CORRUPT` if a line is invalid. */
export function readDisputes(data: string): readonly DisputeRecord[] {
  const path = dataPaths.disputes(data);
  const file = readPlainFile(path, MAX_DISPUTES_BYTES);
  if (file.ok) return disputeLedger.readWhole(file.bytes, path);
  if (file.missing) return [];
  throw new Fault('EVIDENCE_CORRUPT', {
    message: `${path} ${file.reason}.`,
    remedy: 'Restore the file from a backup.',
  });
}

/** Records one event. It is on disk when this resolves; if this rejects, the file is unchanged. */
export async function recordDispute(data: string, event: DisputeEvent, stamp: DisputeStamp): Promise<DisputeRecord> {
  makeFolder(data);
  return await withFolderLock(data, async () => appendDispute(data, event, stamp));
}

/** Must be called under the lock of the data folder. */
export function appendDispute(data: string, event: DisputeEvent, { time, hotkey }: DisputeStamp): DisputeRecord {
  const [record] = disputeLedger.append(dataPaths.disputes(data), readDisputes(data).at(-1), {
    events: [event],
    now: () => time,
    sign: (unsigned) => signDocument(unsigned, hotkey),
  });
  return record!;
}
