import type { LedgerRecord, SuiteKind } from './ledger-event.ts';

export interface RecordedSuite {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly kind: SuiteKind;
  readonly problemIds: readonly string[];
  readonly createdAt: string;
  readonly sealed: boolean;
}

export interface RecordedDraw {
  readonly race: string;
  readonly commitment: string;
  readonly size: number;
  readonly committedAt: string;
  /** Value of the beacon, once there is one. */
  readonly beacon?: string;
  /** The drawn problems, once revealed. */
  readonly revealed?: { readonly at: string; readonly problemIds: readonly string[] };
}

/** State of the bank after all ledger records. */
export interface LedgerState {
  readonly suites: ReadonlyMap<string, RecordedSuite>;
  /** Problem id to the name of its sealed set. */
  readonly sealed: ReadonlyMap<string, string>;
  /** Problem id to the name of the suite in which contestants see it. */
  readonly open: ReadonlyMap<string, string>;
  /** Problem id to the digest of its content, for every problem of the bank. */
  readonly bank: ReadonlyMap<string, string>;
  readonly draws: ReadonlyMap<string, RecordedDraw>;
  /** Problems that at least one agent has seen. */
  readonly exposed: ReadonlySet<string>;
}

export function ledgerState(records: readonly LedgerRecord[]): LedgerState {
  const suites = new Map<string, RecordedSuite>();
  const sealed = new Map<string, string>();
  const open = new Map<string, string>();
  const bank = new Map<string, string>();
  const draws = new Map<string, RecordedDraw>();
  const exposed = new Set<string>();
  for (const record of records) {
    switch (record.kind) {
      case 'suite-created': {
        const { suite: id, name, version, suite_kind: kind, problem_ids: problemIds, time: createdAt } = record;
        suites.set(id, { id, name, version, kind, problemIds, createdAt, sealed: false });
        if (kind !== 'heldout') for (const problemId of problemIds) open.set(problemId, name);
        break;
      }
      case 'set-sealed': {
        const suite = suites.get(record.suite);
        if (suite === undefined) break;
        suites.set(suite.id, { ...suite, sealed: true });
        for (const problemId of suite.problemIds) sealed.set(problemId, suite.name);
        break;
      }
      case 'bank-grown':
        for (const { problem_id: problemId, digest } of record.problems) bank.set(problemId, digest);
        break;
      case 'draw-committed': {
        const { race, commitment, size, time: committedAt } = record;
        draws.set(race, { race, commitment, size, committedAt });
        break;
      }
      case 'draw-revealed': {
        const draw = draws.get(record.race);
        if (draw === undefined) break;
        draws.set(draw.race, { ...draw, revealed: { at: record.time, problemIds: record.problem_ids } });
        break;
      }
      case 'exposed':
        for (const problemId of record.problem_ids) exposed.add(problemId);
        break;
      case 'draw-fixed': {
        const draw = draws.get(record.race);
        if (draw !== undefined) draws.set(draw.race, { ...draw, beacon: record.beacon });
        break;
      }
      case 'retired':
      case 'policy-set':
        break;
    }
  }
  return { suites, sealed, open, bank, draws, exposed };
}
