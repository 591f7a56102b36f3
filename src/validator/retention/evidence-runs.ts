import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attempt } from '../../attempt/attempt.ts';
import { type AttemptStore, attemptPaths, relativeAttemptPaths } from '../../attempt/record.ts';
import { RunJournal } from '../run/run-journal.ts';
import type { EvidenceRun } from './plan-clean.ts';

export interface ValidatorEvidence {
  readonly runs: readonly EvidenceRun[];
  /** Blobs that each run references, by run id. */
  readonly blobs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Blobs that must be kept in any case. */
  readonly needed: ReadonlySet<string>;
}

/**
 * The evidence in a validator's data folder. A blob counts towards the newest run that references it, because only
 * deleting that run frees it.
 */
export function readEvidence(store: AttemptStore): ValidatorEvidence {
  const needed = new Set<string>();
  const open = new Set<string>();
  const { journals, unreadable } = RunJournal.openAll(join(store.folder, 'journal'));
  for (const { runId, claim } of journals) {
    open.add(runId);
    needed.add(claim.code_sha256);
  }
  const attempts = store.list().flatMap((id): Attempt[] => {
    try {
      return [store.read(id)];
    } catch {
      // Damaged evidence is kept for a person to examine.
      return [];
    }
  });
  const byRun = Map.groupBy(attempts, ({ run_id }) => run_id);
  const blobs = new Map(Array.from(byRun, ([runId, of]) => [runId, new Set(of.flatMap(blobsOf))]));
  const newest = Array.from(byRun, ([runId, of]) => ({ runId, of, endedAt: endOf(of) })).toSorted(
    (one, other) => other.endedAt - one.endedAt,
  );
  const counted = new Set<string>(needed);
  const runs = newest.map(({ runId, of, endedAt }) => {
    const own = [...blobs.get(runId)!].filter((hash) => !counted.has(hash));
    for (const hash of own) counted.add(hash);
    const folders = of.map(({ attempt_id }) => join(store.folder, relativeAttemptPaths.folder(attempt_id)));
    const files = own.map((hash) => join(attemptPaths(store.folder).blobs, store.blobs.placeOf(hash)));
    const bytes = [...folders.flatMap(filesIn), ...files, join(store.folder, relativeAttemptPaths.run(runId))]
      .map(sizeOf)
      .reduce((sum, size) => sum + size, 0);
    return {
      runId,
      endedAt,
      bytes,
      attempts: of.map(({ attempt_id }) => attempt_id),
      // An unreadable journal may belong to any run.
      isNeeded: open.has(runId) || unreadable.length > 0,
    };
  });
  return { runs, blobs, needed };
}

function endOf(attempts: readonly Attempt[]): number {
  return Math.max(...attempts.map(({ finished_at }) => Date.parse(finished_at)));
}

function blobsOf({ blobs }: Attempt): string[] {
  return Object.values(blobs).flatMap((blob) => blob?.sha256 ?? []);
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
