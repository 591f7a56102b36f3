import { canonicalJson } from '../../store/canonical-json.ts';
import { type ChainFlaw, type CheckedChain, checkChainedLines, nextLink } from '../../store/chained-lines.ts';
import { describeIssue } from '../../store/describe-issue.ts';
import { parseJson } from '../../store/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { type LedgerEvent, type LedgerRecord, ledgerEnvelopeSchema, ledgerEventSchema } from './ledger-event.ts';

export type LedgerFlaw = ChainFlaw;
export type CheckedLedger = CheckedChain<LedgerRecord>;

/** The record of an event that follows `last`. */
export function chainEvent(event: LedgerEvent, time: Date, last: LedgerRecord | undefined): LedgerRecord {
  const unsigned = { ...event, ...nextLink(last), time: time.toISOString() };
  return { ...unsigned, hash: sha256(canonicalJson(unsigned)) };
}

export function ledgerLine(record: LedgerRecord): string {
  return `${canonicalJson(record)}\n`;
}

export function checkLedger(bytes: Uint8Array): CheckedLedger {
  return checkChainedLines(bytes, readRecord);
}

/** The record, or why it is none. */
function readRecord(bytes: Uint8Array): LedgerRecord | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'is not valid UTF-8';
  }
  const json = parseJson(text);
  if (!json.ok) return `is not JSON: ${json.reason}`;
  const envelope = ledgerEnvelopeSchema.safeParse(json.value);
  if (!envelope.success) return describeIssue(envelope.error);
  const { sequence, time, previous, hash, ...fields } = json.value as Record<string, unknown>;
  const event = ledgerEventSchema.safeParse(fields);
  if (!event.success) return describeIssue(event.error);
  const unsigned = { ...event.data, sequence, time, previous };
  const expected = sha256(canonicalJson(unsigned));
  if (hash !== expected) return `was edited: its content hashes to ${expected}, it says ${hash}`;
  const record: LedgerRecord = { ...event.data, ...envelope.data };
  // The hash covers the values, not the bytes: an escape in place of a letter would pass without this.
  if (canonicalJson(record) !== text) return 'was edited: it is not written as the ledger writes';
  return record;
}
