/** Credit accounts. */
export type { CreditAccount, Reservation } from './credit/credit-account.ts';
export { MemoryCreditAccount } from './credit/memory-credit-account.ts';
