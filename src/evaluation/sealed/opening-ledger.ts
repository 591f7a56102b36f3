import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { appendDurably } from '../../store/append-durably.ts';
import { canonicalJson } from '../../store/canonical-json.ts';
import { checkChainedLines, nextLink } from '../../store/chained-lines.ts';
import { describeIssue } from '../../store/describe-issue.ts';
import { withFolderLock } from '../../store/folder-lock.ts';
import { parseJson } from '../../store/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { storageFault } from '../../store/storage-fault.ts';
import { type OpeningEvent, type OpeningRecord, openingEnvelopeSchema, openingEventSchema } from './opening-event.ts';

/** Every look at a held-out suite, in the order in which they happened; `EVIDENCE_CORRUPT` when a line does not fit. */
export function readOpenings(path: string): readonly OpeningRecord[] {
  if (!existsSync(path)) return [];
  const { records, flaw } = checkChainedLines(bytesOf(path), readRecord);
  if (flaw === undefined) return records;
  throw new Fault('EVIDENCE_CORRUPT', {
    message: `${path}, line ${flaw.line} ${flaw.reason}.`,
    remedy:
      flaw.tornAt === undefined
        ? 'Put the ledger back from a copy: without it nobody knows how often a suite was looked at.'
        : `Cut the half line off with \`truncate -s ${flaw.tornAt} ${path}\`, then run the command that was interrupted again.`,
  });
}

/** `decide` sees all that happened and says what is added; nobody else writes in between. */
export async function changeOpenings(
  path: string,
  now: () => Date,
  decide: (records: readonly OpeningRecord[]) => readonly OpeningEvent[],
): Promise<readonly OpeningRecord[]> {
  return await withFolderLock(dirname(path), async () => {
    const records = [...readOpenings(path)];
    const before = records.length;
    for (const event of decide(records)) {
      const unsigned = { ...wellFormed(event), ...nextLink(records.at(-1)), time: now().toISOString() };
      records.push({ ...unsigned, hash: sha256(canonicalJson(unsigned)) });
    }
    const added = records.slice(before);
    if (added.length > 0)
      appendDurably(path, added.map((record) => `${canonicalJson(record)}\n`).join(''), { mode: 0o600 });
    return records;
  });
}

/** A line that its own reader refuses would close the ledger for ever. */
function wellFormed(event: OpeningEvent): OpeningEvent {
  const parsed = openingEventSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `This does not go into the ledger of openings: ${describeIssue(parsed.error)}.`,
    remedy: 'Mend the value. The ledger is unchanged.',
  });
}

function readRecord(bytes: Uint8Array): OpeningRecord | string {
  const json = parseJson(Buffer.from(bytes).toString('utf8'));
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const envelope = openingEnvelopeSchema.safeParse(json.value);
  if (!envelope.success) return describeIssue(envelope.error);
  const { sequence, time, previous, hash, ...fields } = json.value as Record<string, unknown>;
  const event = openingEventSchema.safeParse(fields);
  if (!event.success) return describeIssue(event.error);
  const unsigned = { ...event.data, sequence, time, previous };
  if (hash !== sha256(canonicalJson(unsigned))) return 'was edited: its content does not hash to what it says';
  const record: OpeningRecord = { ...event.data, ...envelope.data };
  // The hash covers the values, not the bytes: an escape in place of a letter would pass without this.
  return Buffer.from(canonicalJson(record)).equals(bytes)
    ? record
    : 'was edited: it is not written as the ledger writes';
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${basename(path)}`);
  }
}
