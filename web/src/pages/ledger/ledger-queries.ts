import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { ledgerPageSchema, ledgerSearchSchema } from '../../../../src/board/wire.ts';
import { ask } from '../../api/ask.ts';
import type { LedgerSearch } from './ledger-search.ts';
import type { LedgerPart } from './verify-ledger.ts';

const PAGE = 50;
const VERIFIED_PAGE = 1_000;

/** Newest first. Not refetched automatically, so that the list does not move while it is read. */
export function ledgerQuery({ kind, about }: LedgerSearch) {
  return infiniteQueryOptions({
    queryKey: ['ledger search', kind ?? '', about ?? ''],
    initialPageParam: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: `${PAGE}` });
      if (pageParam > 0) query.set('before', `${pageParam}`);
      if (kind !== undefined) query.set('kinds', kind);
      if (about !== undefined) query.set('about', about);
      return ask(`/v1/public/ledger/search?${query}`, ledgerSearchSchema, { signal });
    },
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** A page of the ledger for verification: in order and complete. */
export async function readLedgerPart(after: number, signal: AbortSignal): Promise<LedgerPart> {
  return await ask(`/v1/public/ledger?after=${after}&limit=${VERIFIED_PAGE}`, ledgerPageSchema, { signal });
}
