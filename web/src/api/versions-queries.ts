import { queryOptions } from '@tanstack/react-query';
import type { HotkeyPageWire } from '../../../src/arena/board/wire/hotkey-wire.ts';
import type { RunWire } from '../../../src/arena/board/wire/run-wire.ts';
import type { VersionProblemsWire } from '../../../src/arena/board/wire/version-problems-wire.ts';
import type { VersionStatusWire } from '../../../src/arena/board/wire/version-wire.ts';
import { ask } from './ask.ts';

/** Where a version was run: for qualifying, or in one race. */
export type Stage = { readonly phase: 'QUALIFYING' } | { readonly raceId: string };

function versionPath(versionId: string): string {
  return `/v1/public/agent-versions/${encodeURIComponent(versionId)}`;
}

export function versionStatusQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'status'],
    queryFn: ({ signal }) => ask<VersionStatusWire>(`${versionPath(versionId)}/status`, { signal }),
  });
}

export function versionRunsQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'runs'],
    queryFn: ({ signal }) => ask<RunWire[]>(`${versionPath(versionId)}/runs?limit=500`, { signal }),
  });
}

export function versionProblemsQuery(versionId: string, stage: Stage) {
  const where = 'raceId' in stage ? `race_id=${encodeURIComponent(stage.raceId)}` : 'phase=QUALIFYING';
  return queryOptions({
    queryKey: ['versions', versionId, 'problems', where],
    queryFn: ({ signal }) =>
      ask<VersionProblemsWire>(`${versionPath(versionId)}/problems?limit=500&${where}`, { signal }),
  });
}

/** Of the newest versions, races and reigns a page each; `totals` says how many there are. */
export function contestantQuery(hotkey: string, limit = 100) {
  return queryOptions({
    queryKey: ['versions', 'of', hotkey, limit],
    queryFn: ({ signal }) =>
      ask<HotkeyPageWire>(`/v1/public/hotkeys/${encodeURIComponent(hotkey)}?limit=${limit}`, { signal }),
  });
}

/** Where released code lies, and for its owner also what is not released. */
export function codeAddress(versionId: string): string {
  return `${versionPath(versionId)}/code`;
}
