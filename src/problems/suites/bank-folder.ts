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

/** File with the secret of a draw, until the draw is revealed. */
export function drawPath(folder: string, race: string): string {
  return join(bankPaths(folder).draws, `${race}.json`);
}

/** Hidden problems and secrets are readable only by the owner of the folder. */
export const SECRET_MODE = 0o600;
