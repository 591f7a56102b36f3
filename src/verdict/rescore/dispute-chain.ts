import { ChainedLedger } from '../../store/chained-ledger.ts';
import { disputeEnvelopeSchema, disputeEventSchema } from './dispute-event.ts';
import { isDocumentSigned } from './sign-document.ts';

/** What was disputed and corrected in a data folder. Each record is signed as it follows the one before. */
export const disputeLedger = new ChainedLedger({
  eventSchema: disputeEventSchema,
  envelopeSchema: disputeEnvelopeSchema,
  flawOf: ({ hash: _, ...signed }) => (isDocumentSigned(signed) ? undefined : `was not signed by ${signed.hotkey}`),
  faultCode: 'EVIDENCE_CORRUPT',
  remedy: 'Put the file back from a copy. Nothing is written after a line that does not fit.',
});
