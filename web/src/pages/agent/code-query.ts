import { queryOptions } from '@tanstack/react-query';
import { askForText } from '../../api/ask.ts';
import { codeAddress } from '../../api/versions-queries.ts';

/**
 * The code itself, kept for whom it was read. It never changes once it may be read, so it belongs to no area that live
 * events make old.
 */
export function codeQuery(versionId: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['code', versionId, viewer ?? null],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal }),
  });
}

/** The code as everybody may read it: the arena is not told who asks, so an owner gets no more than a stranger. */
export function publicCodeQuery(versionId: string) {
  return queryOptions({
    queryKey: ['code', versionId, 'everybody'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal, isAnonymous: true }),
  });
}
