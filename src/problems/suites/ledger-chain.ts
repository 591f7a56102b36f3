import { canonicalJson } from '../../store/canonical-json.ts';
import { parseJson } from '../../store/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { type LedgerEvent, type LedgerRecord, ledgerEnvelopeSchema, ledgerEventSchema } from './ledger-event.ts';

/** What stands where the hash of a line before the first would. */
const GENESIS = '0'.repeat(64);

export interface LedgerFlaw {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
  /** Where the file should end, when its last line was not written to its end. */
  readonly tornAt?: number;
}

export interface CheckedLedger {
  /** The lines before the first that does not fit; all of them when there is no flaw. */
  readonly records: readonly LedgerRecord[];
  readonly flaw?: LedgerFlaw;
}

/** The record of an event that follows `last`. */
export function chainEvent(event: LedgerEvent, time: Date, last: LedgerRecord | undefined): LedgerRecord {
  const unsigned = {
    ...event,
    sequence: (last?.sequence ?? 0) + 1,
    time: time.toISOString(),
    previous: last?.hash ?? GENESIS,
  };
  return { ...unsigned, hash: sha256(canonicalJson(unsigned)) };
}

export function ledgerLine(record: LedgerRecord): string {
  return `${canonicalJson(record)}\n`;
}

/**
 * Walks the chain and stops at the first line that does not fit. Lines cut from the end leave a shorter chain that is
 * whole: only a hash noted elsewhere, such as a published head, can show that they existed.
 */
export function checkLedger(bytes: Uint8Array): CheckedLedger {
  const records: LedgerRecord[] = [];
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) {
      const reason = 'breaks off before its end, as after a crash; the lines before it are whole';
      return { records, flaw: { line, reason, tornAt: start } };
    }
    const read = readRecord(bytes.subarray(start, end), records.at(-1));
    if (typeof read === 'string') return { records, flaw: { line, reason: read } };
    records.push(read);
    start = end + 1;
  }
  return { records };
}

/** The record, or why it is none. */
function readRecord(bytes: Uint8Array, last: LedgerRecord | undefined): LedgerRecord | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'is not valid UTF-8';
  }
  const json = parseJson(text);
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const envelope = ledgerEnvelopeSchema.safeParse(json.value);
  if (!envelope.success) return describe(envelope.error.issues);
  const { sequence, time, previous, hash, ...fields } = json.value as Record<string, unknown>;
  const event = ledgerEventSchema.safeParse(fields);
  if (!event.success) return describe(event.error.issues);
  const unsigned = { ...event.data, sequence, time, previous };
  const expected = sha256(canonicalJson(unsigned));
  if (hash !== expected) return `was edited: its content hashes to ${expected}, it says ${hash}`;
  const record: LedgerRecord = { ...event.data, ...envelope.data };
  // The hash covers the values, not the bytes: an escape in place of a letter would pass without this.
  if (canonicalJson(record) !== text) return 'was edited: it is not written as the ledger writes';
  if (record.sequence !== (last?.sequence ?? 0) + 1) {
    return `has sequence ${record.sequence} where ${(last?.sequence ?? 0) + 1} should stand: a line was dropped, added or moved`;
  }
  if (record.previous !== (last?.hash ?? GENESIS)) return 'does not follow from the line before it';
  return record;
}

function describe(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const { path, message } = issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
