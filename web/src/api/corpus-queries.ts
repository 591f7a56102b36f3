import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { corpusRowSchema, corpusRowsSchema } from '../../../src/corpus/corpus-rows-schema.ts';
import { releaseSummarySchema } from '../../../src/corpus/release-summary-schema.ts';
import { ask } from './ask.ts';

export function corpusQuery() {
  return queryOptions({
    queryKey: ['corpus', 'summary'],
    queryFn: ({ signal }) => ask('/v1/public/corpus', releaseSummarySchema, { signal }),
  });
}

/** Rows of the release. The arena filters them, because the page may have loaded only some. */
export function corpusRowsQuery(search: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: ['corpus', 'rows', search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(search);
      if (pageParam !== '') query.set('cursor', pageParam);
      return ask(`/v1/public/corpus/rows?${query}`, corpusRowsSchema, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function corpusRowQuery(id: string) {
  return queryOptions({
    queryKey: ['corpus', 'row', id],
    queryFn: ({ signal }) => ask(`/v1/public/corpus/rows/${encodeURIComponent(id)}`, corpusRowSchema, { signal }),
  });
}

/** URL of a corpus file. The name comes from the arena, but is still encoded as one path segment. */
export function corpusFileAddress(name: string): string {
  return `/v1/public/corpus/files/${encodeURIComponent(name)}`;
}
