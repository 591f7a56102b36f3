import { queryOptions } from '@tanstack/react-query';
import { askForText } from '../../api/ask.ts';
import { codeAddress } from '../../api/versions-queries.ts';

/**
 * The code, cached per signed-in hotkey. It never changes once it may be read, so it belongs to no area that live
 * events make old.
 */
export function codeQuery(versionId: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['code', versionId, viewer ?? null],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal }),
  });
}

/** The code as it is public: asked without the session, so that owners get no more than others. */
export function publicCodeQuery(versionId: string) {
  return queryOptions({
    queryKey: ['code', versionId, 'everybody'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => askForText(codeAddress(versionId), { signal, isAnonymous: true }),
  });
}
