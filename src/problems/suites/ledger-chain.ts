import { ChainedLedger } from '../../store/chained-ledger.ts';
import { ledgerEnvelopeSchema, ledgerEventSchema } from './ledger-event.ts';

/** The ledger of events in a problem bank. */
export const bankLedger = new ChainedLedger({
  eventSchema: ledgerEventSchema,
  envelopeSchema: ledgerEnvelopeSchema,
  faultCode: 'BANK_CORRUPT',
  remedy: 'Restore the ledger from a backup. Nothing is appended after an invalid line.',
});
