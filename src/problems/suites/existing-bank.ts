import { existsSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { bankPaths } from './bank-folder.ts';

export function bankExists(folder: string): boolean {
  return Object.values(bankPaths(folder)).some((path) => existsSync(path));
}

/** Called by every command except those that create a bank: a misspelt folder must not become a new, empty bank. */
export function assertBankExists(folder: string): void {
  if (bankExists(folder)) return;
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no bank in ${folder}.`,
    remedy: `Start one with \`assay problems bank add FILE --bank ${folder}\`, or name the folder that holds one with --bank.`,
  });
}
