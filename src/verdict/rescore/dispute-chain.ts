import type { Hotkey } from '../../identity/hotkey.ts';
import { canonicalJson } from '../../store/canonical-json.ts';
import { parseJson } from '../../store/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { type DisputeEvent, type DisputeRecord, disputeEnvelopeSchema, disputeEventSchema } from './dispute-event.ts';
import { isDocumentSigned, signDocument } from './sign-document.ts';

/** What stands where the hash of a line before the first would. */
const GENESIS = '0'.repeat(64);

export interface DisputeFlaw {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
  /** Where the file should end, when its last line was not written to its end. */
  readonly tornAt?: number;
}

export interface CheckedDisputes {
  /** The lines before the first that does not fit; all of them when there is no flaw. */
  readonly records: readonly DisputeRecord[];
  readonly flaw?: DisputeFlaw;
}

export interface DisputeStamp {
  readonly time: Date;
  readonly hotkey: Hotkey;
}

/** The record of an event that follows `last`. */
export function chainDispute(
  event: DisputeEvent,
  { time, hotkey }: DisputeStamp,
  last?: Pick<DisputeRecord, 'sequence' | 'hash'>,
): DisputeRecord {
  const place = { sequence: (last?.sequence ?? 0) + 1, time: time.toISOString(), previous: last?.hash ?? GENESIS };
  const signed = signDocument({ ...event, ...place }, hotkey);
  return { ...signed, hash: sha256(canonicalJson(signed)) };
}

export function disputeLine(record: DisputeRecord): string {
  return `${canonicalJson(record)}\n`;
}

/**
 * Walks the chain and stops at the first line that does not fit. Lines cut from the end leave a shorter chain that is
 * whole: only a hash noted elsewhere shows that they existed.
 */
export function checkDisputes(bytes: Uint8Array): CheckedDisputes {
  const records: DisputeRecord[] = [];
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
function readRecord(bytes: Uint8Array, last: DisputeRecord | undefined): DisputeRecord | string {
  // What is not UTF-8 is not canonical either, and found out below.
  const text = Buffer.from(bytes).toString('utf8');
  const json = parseJson(text);
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const envelope = disputeEnvelopeSchema.safeParse(json.value);
  if (!envelope.success) return describe(envelope.error.issues);
  const {
    sequence: _1,
    time: _2,
    previous: _3,
    hotkey: _4,
    signature: _5,
    hash: _6,
    ...fields
  } = json.value as Record<string, unknown>;
  const event = disputeEventSchema.safeParse(fields);
  if (!event.success) return describe(event.error.issues);
  const record: DisputeRecord = { ...event.data, ...envelope.data };
  const { hash, ...signed } = record;
  if (hash !== sha256(canonicalJson(signed))) return 'was edited: its content does not hash to what it says';
  // The hash covers the values, not the bytes: an escape in place of a letter would pass without this.
  if (!Buffer.from(canonicalJson(record)).equals(bytes)) return 'was edited: it is not written as the ledger writes';
  if (record.sequence !== (last?.sequence ?? 0) + 1) {
    return `has sequence ${record.sequence} where ${(last?.sequence ?? 0) + 1} should stand: a line was dropped, added or moved`;
  }
  if (record.previous !== (last?.hash ?? GENESIS)) return 'does not follow from the line before it';
  if (!isDocumentSigned(signed)) return `was not signed by ${record.hotkey}`;
  return record;
}

function describe(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const { path, message } = issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
