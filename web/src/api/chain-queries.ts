import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ValidatorWire } from '../../../src/arena/board/wire/validator-wire.ts';
import type { ledgerSchema } from '../../../src/arena/wire/chain-wire.ts';
import { ask } from './ask.ts';

/** The local chain. */
export type ChainLedger = z.infer<typeof ledgerSchema>;

export function chainLedgerQuery() {
  return queryOptions({
    queryKey: ['chain', 'ledger'],
    queryFn: ({ signal }) => ask<ChainLedger>('/v1/public/chain/ledger', { signal }),
  });
}

export function validatorsQuery() {
  return queryOptions({
    queryKey: ['chain', 'validators'],
    queryFn: ({ signal }) => ask<readonly ValidatorWire[]>('/v1/public/validators?limit=500', { signal }),
  });
}
