/** Upkeep of the problem bank: retirement, new suites, warnings. */
export { BankKeeper } from './bank/bank-keeper.ts';
export { FolderBank } from './bank/folder-bank.ts';
