/** Upkeep of the problem bank: retirement, new suites, warnings. */
export { BankMaintenance } from './bank/bank-maintenance.ts';
export { FolderBank } from './bank/folder-bank.ts';
