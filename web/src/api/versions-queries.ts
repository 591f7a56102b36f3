import { queryOptions } from '@tanstack/react-query';
import {
  hotkeyPageSchema,
  runsSchema,
  versionProbesSchema,
  versionProblemsSchema,
  versionStatusSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/** Where a version ran: in qualifying, or in one race. */
export type Stage = { readonly phase: 'QUALIFYING' } | { readonly raceId: string };

function versionPath(versionId: string): string {
  return `/v1/public/agent-versions/${encodeURIComponent(versionId)}`;
}

export function versionStatusQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'status'],
    queryFn: ({ signal }) => ask(`${versionPath(versionId)}/status`, versionStatusSchema, { signal }),
  });
}

export function versionRunsQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'runs'],
    queryFn: ({ signal }) => ask(`${versionPath(versionId)}/runs?limit=500`, runsSchema, { signal }),
  });
}

export function versionProblemsQuery(versionId: string, stage: Stage) {
  const where = 'raceId' in stage ? `race_id=${encodeURIComponent(stage.raceId)}` : 'phase=QUALIFYING';
  return queryOptions({
    queryKey: ['versions', versionId, 'problems', where],
    queryFn: ({ signal }) =>
      ask(`${versionPath(versionId)}/problems?limit=500&${where}`, versionProblemsSchema, { signal }),
  });
}

/** Reports of probe attempts by validators, oldest first. */
export function versionProbesQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'probes'],
    queryFn: ({ signal }) => ask(`${versionPath(versionId)}/probes?limit=100`, versionProbesSchema, { signal }),
  });
}

/** The first page each of versions, races and times as champion, newest first; `totals` has the counts. */
/** Rows of each list of a contestant's page. */
export const CONTESTANT_ROWS = 100;

export function contestantQuery(hotkey: string, limit = CONTESTANT_ROWS) {
  return queryOptions({
    queryKey: ['versions', 'of', hotkey, limit],
    queryFn: ({ signal }) =>
      ask(`/v1/public/hotkeys/${encodeURIComponent(hotkey)}?limit=${limit}`, hotkeyPageSchema, { signal }),
  });
}

/** URL of a version's code: public once released, for its owner always. */
export function codeAddress(versionId: string): string {
  return `${versionPath(versionId)}/code`;
}
