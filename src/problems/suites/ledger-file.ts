import { existsSync, readFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import type { CheckedChain } from '../../store/chained-lines.ts';
import { appendDurably, storageFault, syncToDisk } from '../../store/files.ts';
import { bankPaths } from './bank-folder.ts';
import { bankExists } from './existing-bank.ts';
import { bankLedger } from './ledger-chain.ts';
import type { LedgerRecord } from './ledger-event.ts';

/** The ledger in the folder; empty if the folder is empty. */
export function readLedgerFile(folder: string): CheckedChain<LedgerRecord> {
  const { ledger } = bankPaths(folder);
  if (!existsSync(ledger)) {
    if (!bankExists(folder)) return { records: [] };
    // Treating this as an empty ledger would lose which sets are sealed.
    throw new Fault('BANK_CORRUPT', {
      message: `${folder} holds problems but no ledger.`,
      remedy: `Restore ${ledger} from a backup.`,
    });
  }
  try {
    return bankLedger.check(readFileSync(ledger));
  } catch (error) {
    throw storageFault(error, `reading ${ledger}`);
  }
}

/** Creates the ledger before any other file, so that a bank without a ledger is known to have lost it. */
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
