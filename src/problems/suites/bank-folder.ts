import { join } from 'node:path';

export const DEFAULT_BANK_FOLDER = join('data', 'bank');

export interface BankPaths {
  readonly ledger: string;
  readonly bank: string;
  readonly suites: string;
  readonly draws: string;
}

export function bankPaths(folder: string): BankPaths {
  return {
    ledger: join(folder, 'ledger.jsonl'),
    bank: join(folder, 'bank.jsonl'),
    suites: join(folder, 'suites'),
    draws: join(folder, 'draws'),
  };
}

export function suitePath(folder: string, id: string): string {
  return join(bankPaths(folder).suites, `${id}.json`);
}

/** The secret of a draw until it is revealed. */
export function drawPath(folder: string, race: string): string {
  return join(bankPaths(folder).draws, `${race}.json`);
}

/** Hidden questions and secrets are for the owner of the folder alone. */
export const SECRET_MODE = 0o600;
