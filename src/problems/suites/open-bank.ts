import { withFolderLock } from '../../store/files.ts';
import { bankPaths } from './bank-folder.ts';
import { assertBankExists } from './existing-bank.ts';
import { bankLedger } from './ledger-chain.ts';
import type { LedgerRecord } from './ledger-event.ts';
import { readLedgerFile } from './ledger-file.ts';
import { type LedgerState, ledgerState } from './ledger-state.ts';

export interface OpenedBank {
  readonly folder: string;
  readonly records: readonly LedgerRecord[];
  readonly state: LedgerState;
}

/** Opens the bank in `folder` for reading. It must exist and its ledger must be intact. */
export async function openBank(folder: string): Promise<OpenedBank> {
  assertBankExists(folder);
  let { records, flaw } = readLedgerFile(folder);
  // A partial line may be a write in progress; under the lock there is no writer.
  if (flaw?.tornAt !== undefined) {
    ({ records, flaw } = await withFolderLock(folder, async () => readLedgerFile(folder)));
  }
  if (flaw !== undefined) throw bankLedger.faultOf(flaw, bankPaths(folder).ledger);
  return { folder, records, state: ledgerState(records) };
}
