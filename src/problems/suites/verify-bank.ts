import { existsSync, readdirSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { bankPaths } from './bank-folder.ts';
import { readDrawSecret } from './draw-secret.ts';
import { assertBankExists } from './existing-bank.ts';
import type { LedgerRecord } from './ledger-event.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadSuite } from './load-suite.ts';
import { type OpenedBank, openBank } from './open-bank.ts';
import { readPendingDraws } from './pending-draws.ts';
import { comparePublished, type PublishedHead } from './published-heads.ts';
import { readBank } from './read-bank.ts';

export interface VerifiedBank {
  readonly lines: number;
  /** The hash of the last line. Comparing with a saved copy later shows whether lines were removed. */
  readonly head?: string;
  /** Inconsistencies with their remedies; empty if there are none. */
  readonly findings: readonly string[];
}

export interface KnownOfBank {
  /** The number of lines and the hash of the last one, saved earlier. */
  readonly noted?: { readonly sequence: number; readonly hash: string } | undefined;
  /** The heads that an arena published in its public ledger. */
  readonly published?: readonly PublishedHead[];
}

/** Verifies the ledger, then checks every file it names, and the heads known from elsewhere, against it. */
export async function verifyBank(folder: string, { noted, published = [] }: KnownOfBank = {}): Promise<VerifiedBank> {
  assertBankExists(folder);
  const findings: string[] = [];
  const opened = await attempt(() => openBank(folder), findings);
  if (opened === undefined) return { lines: 0, findings };
  const { records } = opened;
  if (noted !== undefined && records[noted.sequence - 1]?.hash !== noted.hash) {
    findings.push(
      `Line ${noted.sequence} of the ledger no longer has the hash ${noted.hash}: lines were removed or rewritten.`,
    );
  }
  findings.push(...comparePublished(records, published));
  await verifyFiles(opened, findings);
  return { lines: records.length, ...headOf(records), findings };
}

async function verifyFiles({ folder, state }: OpenedBank, findings: string[]): Promise<void> {
  for (const id of state.suites.keys()) await attempt(async () => loadSuite(folder, id), findings);
  const { suites } = bankPaths(folder);
  for (const file of existsSync(suites) ? readdirSync(suites).sort() : []) {
    if (file.startsWith('.') || state.suites.has(file.replace(/\.json$/, ''))) continue;
    findings.push(`${suites} holds ${file}, which the ledger does not name: create it again or delete it.`);
  }
  const bank = await attempt(() => readBank(folder, state), findings);
  const unrecorded = [...(bank?.problems.values() ?? [])].filter((problem) => !problem.recorded);
  if (unrecorded.length > 0) {
    const { id } = unrecorded[0]!.problem;
    findings.push(
      `The bank holds ${unrecorded.length} problems that the ledger does not name, the first is ${id}: add them again.`,
    );
  }
  verifyDraws(folder, state, findings);
  for (const { race, reason } of readPendingDraws(folder, state).lost) {
    findings.push(`Race ${race} cannot be revealed: ${reason}. Restore the file from a copy.`);
  }
}

function verifyDraws(folder: string, state: LedgerState, findings: string[]): void {
  const { draws } = bankPaths(folder);
  const files = existsSync(draws) ? readdirSync(draws).filter((file) => !file.startsWith('.')) : [];
  for (const file of files.sort()) {
    const race = file.replace(/\.json$/, '');
    const recorded = state.draws.get(race);
    if (recorded === undefined) {
      findings.push(`${draws} holds ${file}, which the ledger does not name: delete it.`);
      continue;
    }
    if (readDrawSecret(folder, recorded).ok) continue;
    findings.push(`The draw of race ${race} does not match the commitment: restore ${file} from a copy.`);
  }
}

function headOf(records: readonly LedgerRecord[]): { readonly head?: string } {
  const last = records.at(-1);
  return last === undefined ? {} : { head: last.hash };
}

/** Turns a damaged file into a finding, so that the other files are still checked. */
async function attempt<T>(work: () => Promise<T>, findings: string[]): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!Fault.isInstance(error) || (error.code !== 'BANK_CORRUPT' && error.code !== 'FILE_NOT_FOUND')) throw error;
    findings.push(error.remedy === undefined ? error.message : `${error.message} ${error.remedy}`);
    return undefined;
  }
}
