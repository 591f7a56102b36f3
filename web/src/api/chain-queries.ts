import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { ledgerSchema } from '../../../src/arena/browser.ts';
import {
  emissionHistorySchema,
  epochPaymentsSchema,
  validatorPageSchema,
  validatorsSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/** The local chain. */
export type ChainLedger = z.infer<typeof ledgerSchema>;

export function chainLedgerQuery() {
  return queryOptions({
    queryKey: ['chain', 'ledger'],
    queryFn: ({ signal }) => ask('/v1/public/chain/ledger', ledgerSchema, { signal }),
  });
}

/** The most epochs that one request returns: a month at the usual epoch length. */
const EPOCHS = 500;

export function emissionHistoryQuery() {
  return queryOptions({
    queryKey: ['chain', 'emission'],
    queryFn: ({ signal }) => ask(`/v1/public/chain/emission?limit=${EPOCHS}`, emissionHistorySchema, { signal }),
  });
}

/** Only on an arena that runs the chain. */
export function epochPaymentsQuery() {
  return queryOptions({
    queryKey: ['chain', 'payments'],
    queryFn: ({ signal }) => ask(`/v1/public/chain/payments?limit=${EPOCHS}`, epochPaymentsSchema, { signal }),
  });
}

export function validatorsQuery() {
  return queryOptions({
    queryKey: ['chain', 'validators'],
    queryFn: ({ signal }) => ask('/v1/public/validators?limit=500', validatorsSchema, { signal }),
  });
}

/** Runs on one page of a validator. */
export const VALIDATOR_RUNS = 50;

export function validatorPageQuery(hotkey: string, offset: number) {
  const page = new URLSearchParams({ limit: `${VALIDATOR_RUNS}`, offset: `${offset}` });
  return queryOptions({
    queryKey: ['chain', 'validators', hotkey, offset],
    queryFn: ({ signal }) =>
      ask(`/v1/public/validators/${encodeURIComponent(hotkey)}?${page}`, validatorPageSchema, { signal }),
  });
}
