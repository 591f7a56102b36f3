import { queryOptions } from '@tanstack/react-query';
import { releaseSummarySchema } from '../../../src/corpus/release-summary-schema.ts';
import { ask } from './ask.ts';

export function corpusQuery() {
  return queryOptions({
    queryKey: ['corpus', 'summary'],
    queryFn: ({ signal }) => ask('/v1/public/corpus', releaseSummarySchema, { signal }),
  });
}

/** Where a file of the corpus lies. The name is the arena's own and still only ever one part of a path. */
export function corpusFileAddress(name: string): string {
  return `/v1/public/corpus/files/${encodeURIComponent(name)}`;
}
