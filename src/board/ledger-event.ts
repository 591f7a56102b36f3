/** Events of the public ledger. */
export { type LedgerEventWire, ledgerEventSchema, ledgerEventToWire } from './wire/ledger-event.ts';
