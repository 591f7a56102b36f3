import type { ProblemUpdate, RunCompletion } from '../../../arena/wire.ts';
import type { ClientRecord, KeptEnding, Note } from './client-record.ts';

/** What one client knows of one problem of a run. Its settled result is always the same. */
export interface KnownProblem {
  /** What was sent, and what was acknowledged. */
  readonly sent: { settled: ProblemUpdate | undefined; readonly logKeys: Set<string> };
  readonly kept: { begun: boolean; settled: ProblemUpdate | undefined; hasLog: boolean };
}

export interface KnownRun {
  readonly validator: string;
  versionId: string | undefined;
  readonly problems: Map<string, KnownProblem>;
  readonly endingsSent: RunCompletion[];
  readonly endingsKept: (KeptEnding & { readonly completion: RunCompletion })[];
  readonly refusals: string[];
}

export interface KnownVersion {
  readonly contestant: string;
  readonly sha256: string;
  /** Set once it was acknowledged. */
  versionId: string | undefined;
}

/** The combined knowledge of all clients. */
export interface ClientKnowledge {
  readonly runs: ReadonlyMap<string, KnownRun>;
  /** Unanswered claims of each validator: each may have started a run that the validator never learned of. */
  readonly claimsLost: ReadonlyMap<string, number>;
  /** By idempotency key. */
  readonly versions: ReadonlyMap<string, KnownVersion>;
  /** Uploaded logs: key to hash. */
  readonly logs: ReadonlyMap<string, string>;
}

export function mergeClientRecords(clientRecords: readonly ClientRecord[]): ClientKnowledge {
  const runs = new Map<string, KnownRun>();
  const claimsLost = new Map<string, number>();
  const versions = new Map<string, KnownVersion>();
  const logs = new Map<string, string>();
  for (const { owner, notes } of clientRecords) {
    for (const note of notes) {
      if (note.what === 'answer lost') {
        if (note.kind === 'claim') claimsLost.set(owner, (claimsLost.get(owner) ?? 0) + 1);
      } else if (note.what === 'version sent' || note.what === 'version kept') {
        const versionId = note.what === 'version kept' ? note.versionId : undefined;
        versions.set(note.key, { contestant: owner, sha256: note.sha256, versionId });
      } else {
        if (note.what === 'log kept') logs.set(note.key, note.sha256);
        const known = runs.get(note.runId) ?? newKnownRun(owner);
        runs.set(note.runId, known);
        enter(known, note);
      }
    }
  }
  return { runs, claimsLost, versions, logs };
}

function newKnownRun(validator: string): KnownRun {
  return { validator, versionId: undefined, problems: new Map(), endingsSent: [], endingsKept: [], refusals: [] };
}

function enter(known: KnownRun, note: Extract<Note, { readonly runId: string }>): void {
  switch (note.what) {
    case 'run held':
      known.versionId = note.versionId;
      return;
    case 'results sent':
    case 'results kept':
      for (const update of note.updates) enterResult(known, update, note.what === 'results kept');
      return;
    case 'ending sent':
      known.endingsSent.push(note.completion);
      return;
    case 'ending kept':
      known.endingsKept.push(note);
      return;
    case 'ending refused':
      known.refusals.push(note.code);
      return;
    case 'log kept':
      return;
  }
}

function enterResult(known: KnownRun, update: ProblemUpdate, isKept: boolean): void {
  let problem = known.problems.get(update.problem_id);
  if (problem === undefined) {
    problem = {
      sent: { settled: undefined, logKeys: new Set() },
      kept: { begun: false, settled: undefined, hasLog: false },
    };
    known.problems.set(update.problem_id, problem);
  }
  const { sent, kept } = problem;
  const isSettled = update.status !== 'RUNNING';
  if (isSettled) sent.settled = update;
  if (update.logs_s3_key != null) sent.logKeys.add(update.logs_s3_key);
  if (!isKept) return;
  kept.begun = true;
  if (isSettled) kept.settled = update;
  if (update.logs_s3_key != null) kept.hasLog = true;
}
