import { queryOptions } from '@tanstack/react-query';
import { ArenaError } from '../../api/arena-error.ts';
import { readRefusal } from '../../api/read-refusal.ts';
import { codeAddress } from '../../api/versions-queries.ts';
import { currentSession } from '../../session/session.ts';

/**
 * The code itself, kept for whom it was read. It never changes once it may be read, so it belongs to no area that live
 * events make old.
 */
export function codeQuery(versionId: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['code', versionId, viewer ?? null],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readCode(versionId, signal),
  });
}

async function readCode(versionId: string, signal: AbortSignal): Promise<string> {
  const session = currentSession();
  const headers: Record<string, string> = session === undefined ? {} : { authorization: `Bearer ${session.token}` };
  const response = await fetch(codeAddress(versionId), { headers, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ArenaError(0, 'UNREACHABLE', 'The arena does not answer.', 'Check that this machine is connected.');
  });
  if (response.ok) return await response.text();
  const answer: unknown = await response.json().catch(() => undefined);
  throw readRefusal(response.status, answer);
}
