import { queryOptions } from '@tanstack/react-query';
import { askForText } from '../../api/ask.ts';
import { codeAddress } from '../../api/versions-queries.ts';

/**
 * The code, cached per signed-in hotkey. Readable code never changes, so its key is outside the areas that live events
 * refetch.
 */
export function codeQuery(versionId: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['code', versionId, viewer ?? null],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal }),
  });
}

/** The public code, requested without the session so that owners see exactly what others see. */
export function publicCodeQuery(versionId: string) {
  return queryOptions({
    queryKey: ['code', versionId, 'everybody'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal, isAnonymous: true }),
  });
}
