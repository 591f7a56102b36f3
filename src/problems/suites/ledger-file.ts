import { existsSync, readFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { appendDurably } from '../../store/append-durably.ts';
import { storageFault } from '../../store/storage-fault.ts';
import { syncToDisk } from '../../store/sync-to-disk.ts';
import { bankPaths } from './bank-folder.ts';
import { bankExists } from './existing-bank.ts';
import { type CheckedLedger, chainEvent, checkLedger, type LedgerFlaw, ledgerLine } from './ledger-chain.ts';
import { type LedgerEvent, type LedgerRecord, ledgerEventSchema } from './ledger-event.ts';

/** The ledger as it stands in the folder; empty when the folder is still empty. */
export function readLedgerFile(folder: string): CheckedLedger {
  const { ledger } = bankPaths(folder);
  if (!existsSync(ledger)) {
    if (!bankExists(folder)) return { records: [] };
    // An empty ledger here would forget which sets are sealed.
    throw new Fault('BANK_CORRUPT', {
      message: `${folder} holds problems but no ledger.`,
      remedy: `Put ${ledger} back from a copy.`,
    });
  }
  try {
    return checkLedger(readFileSync(ledger));
  } catch (error) {
    throw storageFault(error, `reading ${ledger}`);
  }
}

export function ledgerFault(folder: string, flaw: LedgerFlaw): Fault {
  const { ledger } = bankPaths(folder);
  return new Fault('BANK_CORRUPT', {
    message: `${ledger}, line ${flaw.line} ${flaw.reason}.`,
    remedy:
      flaw.tornAt === undefined
        ? 'Put the ledger back from a copy. Nothing is written after a line that does not fit.'
        : `Cut the half line off with \`truncate -s ${flaw.tornAt} ${ledger}\`, then run the command that was interrupted again.`,
  });
}

/**
 * Adds events after `records`, which must be the whole ledger: call it only under the lock of the folder. The events
 * are on disk when it returns; when it throws, the ledger is as it was.
 */
export function appendToLedger(
  folder: string,
  records: readonly LedgerRecord[],
  events: readonly LedgerEvent[],
  now: () => Date,
): readonly LedgerRecord[] {
  if (events.length === 0) return [];
  const added: LedgerRecord[] = [];
  for (const event of events.map(wellFormed)) added.push(chainEvent(event, now(), added.at(-1) ?? records.at(-1)));
  appendDurably(bankPaths(folder).ledger, added.map(ledgerLine).join(''));
  return added;
}

/** A line that its own reader refuses would close the ledger for ever. */
function wellFormed(event: LedgerEvent): LedgerEvent {
  const parsed = ledgerEventSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Fault('INPUT_INVALID', {
    message: `The event ${event.kind} does not go into the ledger: ${path.join('.')}: ${message}.`,
    remedy: 'Mend the value. The ledger is unchanged.',
  });
}

/** Creates the ledger before anything else in the folder, so that a folder without one is known to have lost it. */
export function ensureLedger(folder: string): void {
  const path = bankPaths(folder).ledger;
  if (existsSync(path)) return;
  try {
    appendDurably(path, '');
    syncToDisk(folder);
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
}
