import type { Transaction } from 'kysely';
import { canonicalJson } from '../../json/canonical-json.ts';
import { json, type Reader } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ChainTables } from './chain-tables.ts';
import type { LedgerEvent } from './ledger-event.ts';
import { writePayment } from './ledger-payments.ts';
import type { LedgerPolicy } from './ledger-policy.ts';
import { EPOCHS_PER_SNAPSHOT, readSnapshot, writeSnapshot } from './ledger-snapshot.ts';
import { applyLedgerEvent, EMPTY_LEDGER, type LocalLedger } from './local-ledger.ts';
import { ledgerEventFromJson, ledgerEventToJson } from './stored-ledger-event.ts';

/** The ledger after all events up to `sequence`. */
export interface LedgerHistory {
  readonly sequence: number;
  readonly hash: string;
  readonly ledger: LocalLedger;
  /** Number of epochs that have ended, and the hotkey of each uid in the latest one. */
  readonly epochs: number;
  readonly latestEpoch: { readonly block: number; readonly hotkeys: readonly string[] } | undefined;
}

export const NO_HISTORY: LedgerHistory = {
  sequence: 0,
  hash: '0'.repeat(64),
  ledger: EMPTY_LEDGER,
  epochs: 0,
  latestEpoch: undefined,
};

const PAGE = 1_000;

export function continueHistory(history: LedgerHistory, event: LedgerEvent, policy: LedgerPolicy): LedgerHistory {
  const ledger = applyLedgerEvent(history.ledger, event, policy);
  const sequence = history.sequence + 1;
  const hash = sha256(canonicalJson({ previous: history.hash, sequence, body: ledgerEventToJson(event) }));
  if (event.kind !== 'epoch-ended') return { ...history, sequence, hash, ledger };
  const latestEpoch = { block: ledger.block, hotkeys: ledger.places.map(({ hotkey }) => hotkey) };
  return { sequence, hash, ledger, epochs: history.epochs + 1, latestEpoch };
}

/** Applies the events written since `from`; an empty history starts from the newest snapshot. */
export async function catchUp(
  reader: Pick<Reader<ChainTables>, 'selectFrom'>,
  from: LedgerHistory,
  policy: LedgerPolicy,
): Promise<LedgerHistory> {
  let history = from.sequence === 0 ? ((await readSnapshot(reader)) ?? from) : from;
  for await (const next of historiesAfter(reader, history, policy)) history = next;
  return history;
}

/** The history after each event written since `from`. */
export async function* historiesAfter(
  reader: Pick<Reader<ChainTables>, 'selectFrom'>,
  from: LedgerHistory,
  policy: LedgerPolicy,
): AsyncGenerator<LedgerHistory> {
  let history = from;
  for (;;) {
    const page = await reader
      .selectFrom('ledger_events')
      .select(['sequence', 'body'])
      .where('sequence', '>', history.sequence)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    for (const { sequence, body } of page) {
      history = continueHistory(history, ledgerEventFromJson(body, sequence), policy);
      yield history;
    }
    if (page.length < PAGE) return;
  }
}

/** Writes the event that leads from `before` to `after`. */
export async function writeEvent(
  transaction: Transaction<ChainTables>,
  event: LedgerEvent,
  before: LedgerHistory,
  after: LedgerHistory,
  signedBlock: number | null,
): Promise<void> {
  await transaction
    .insertInto('ledger_events')
    .values({
      sequence: after.sequence,
      kind: event.kind,
      block: event.block,
      hotkey: 'hotkey' in event ? event.hotkey : '',
      signed_block: signedBlock,
      body: json(ledgerEventToJson(event)),
      previous: before.hash,
      hash: after.hash,
    })
    .execute();
  if (after.epochs === before.epochs) return;
  await writePayment(transaction, after);
  if (after.epochs % EPOCHS_PER_SNAPSHOT === 0) await writeSnapshot(transaction, after);
}
