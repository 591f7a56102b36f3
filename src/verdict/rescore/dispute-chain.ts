import type { Hotkey } from '../../identity/hotkey.ts';
import { canonicalJson } from '../../store/canonical-json.ts';
import { type ChainFlaw, type CheckedChain, checkChainedLines, nextLink } from '../../store/chained-lines.ts';
import { describeIssue } from '../../store/describe-issue.ts';
import { parseJson } from '../../store/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { type DisputeEvent, type DisputeRecord, disputeEnvelopeSchema, disputeEventSchema } from './dispute-event.ts';
import { isDocumentSigned, signDocument } from './sign-document.ts';

export type CheckedDisputes = CheckedChain<DisputeRecord>;
export type DisputeFlaw = ChainFlaw;

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
  const place = { ...nextLink(last), time: time.toISOString() };
  const signed = signDocument({ ...event, ...place }, hotkey);
  return { ...signed, hash: sha256(canonicalJson(signed)) };
}

export function disputeLine(record: DisputeRecord): string {
  return `${canonicalJson(record)}\n`;
}

export function checkDisputes(bytes: Uint8Array): CheckedDisputes {
  return checkChainedLines(bytes, readRecord);
}

/** The record, or why it is none. */
function readRecord(bytes: Uint8Array): DisputeRecord | string {
  // What is not UTF-8 is not canonical either, and found out below.
  const text = Buffer.from(bytes).toString('utf8');
  const json = parseJson(text);
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const envelope = disputeEnvelopeSchema.safeParse(json.value);
  if (!envelope.success) return describeIssue(envelope.error);
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
  if (!event.success) return describeIssue(event.error);
  const record: DisputeRecord = { ...event.data, ...envelope.data };
  const { hash, ...signed } = record;
  if (hash !== sha256(canonicalJson(signed))) return 'was edited: its content does not hash to what it says';
  // The hash covers the values, not the bytes: an escape in place of a letter would pass without this.
  if (!Buffer.from(canonicalJson(record)).equals(bytes)) return 'was edited: it is not written as the ledger writes';
  if (!isDocumentSigned(signed)) return `was not signed by ${record.hotkey}`;
  return record;
}
