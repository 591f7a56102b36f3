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

/** The bank in `folder`, to read; it must be there and its ledger whole. */
export async function openBank(folder: string): Promise<OpenedBank> {
  assertBankExists(folder);
  let { records, flaw } = readLedgerFile(folder);
  // A partial line may be one that is being written right now; under the lock there is no writer.
  if (flaw?.tornAt !== undefined) {
    ({ records, flaw } = await withFolderLock(folder, async () => readLedgerFile(folder)));
  }
  if (flaw !== undefined) throw bankLedger.faultOf(flaw, bankPaths(folder).ledger);
  return { folder, records, state: ledgerState(records) };
}
