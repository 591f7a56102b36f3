import { withFolderLock } from '../../store/files.ts';
import { bankPaths } from './bank-folder.ts';
import { bankLedger } from './ledger-chain.ts';
import type { LedgerEvent } from './ledger-event.ts';
import { ensureLedger, readLedgerFile } from './ledger-file.ts';
import { ledgerState } from './ledger-state.ts';
import type { OpenedBank } from './open-bank.ts';

export interface BankChange<T> {
  readonly events: readonly LedgerEvent[];
  readonly result: T;
}

/**
 * The only way to write to a bank. `change` holds the folder lock: it checks, writes its files atomically, and returns
 * the events; the ledger is written last. Files that the ledger does not name are ignored, so a crash in between leaves
 * at most an unused file, and running the same command again completes it.
 */
export async function changeBank<T>(
  folder: string,
  now: () => Date,
  change: (bank: OpenedBank) => Promise<BankChange<T>>,
): Promise<T> {
  return await withFolderLock(folder, async () => {
    const { records, flaw } = readLedgerFile(folder);
    if (flaw !== undefined) throw bankLedger.faultOf(flaw, bankPaths(folder).ledger);
    ensureLedger(folder);
    const { events, result } = await change({ folder, records, state: ledgerState(records) });
    bankLedger.append(bankPaths(folder).ledger, records.at(-1), { events, now });
    return result;
  });
}
