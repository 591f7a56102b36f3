import type { LedgerRecord } from './ledger-event.ts';

export interface ExposurePolicy {
  /** A problem drawn this often is not drawn again. */
  readonly retireAfterDraws: number;
  /** A problem is not drawn again for this many races. */
  readonly restRaces: number;
  /** Days after both retirement and the reveal of its last race until a problem may enter the corpus. */
  readonly corpusDelayDays: number;
}

const DEFAULT_EXPOSURE_POLICY: ExposurePolicy = { retireAfterDraws: 3, restRaces: 0, corpusDelayDays: 7 };

/** The policy set by the arena that uses the bank, or the default. */
export function exposurePolicyIn(records: readonly LedgerRecord[]): ExposurePolicy {
  const set = records.findLast((record) => record.kind === 'policy-set');
  if (set === undefined) return DEFAULT_EXPOSURE_POLICY;
  const { retire_after_draws: retireAfterDraws, rest_races: restRaces = 0 } = set;
  return { ...DEFAULT_EXPOSURE_POLICY, retireAfterDraws, restRaces };
}

interface ProblemDraw {
  readonly race: string;
  readonly drawnAt: string;
  readonly revealedAt?: string;
}

interface Sighting {
  readonly race: string;
  readonly at: string;
  readonly agentVersion: string;
  readonly validator: string;
}

/** History of one problem. Times are as in the ledger. */
export interface Exposure {
  readonly problemId: string;
  readonly sealed: boolean;
  readonly draws: readonly ProblemDraw[];
  readonly seen: readonly Sighting[];
  readonly retiredAt?: string;
  /** Date from which it may enter the corpus; absent while undecided, and always for sealed problems. */
  readonly corpusFrom?: string;
}

export interface ExposureOptions {
  /** Problems of draws that are committed and not yet revealed, by race; the ledger does not contain them. */
  readonly pending?: ReadonlyMap<string, readonly string[]>;
  readonly policy?: ExposurePolicy;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The history of every problem in the ledger. */
export function foldExposure(
  records: readonly LedgerRecord[],
  options: ExposureOptions = {},
): ReadonlyMap<string, Exposure> {
  const policy = options.policy ?? exposurePolicyIn(records);
  const drawn = drawnProblems(records, options.pending ?? new Map());
  const revealedAt = new Map<string, string>();
  for (const record of records) if (record.kind === 'draw-revealed') revealedAt.set(record.race, record.time);

  const drafts = new Map<string, Draft>();
  const suiteProblems = new Map<string, readonly string[]>();
  const draftOf = (problemId: string): Draft => {
    const draft = drafts.get(problemId) ?? { sealed: false, draws: [], seen: [] };
    drafts.set(problemId, draft);
    return draft;
  };

  for (const record of records) {
    const { time } = record;
    switch (record.kind) {
      case 'suite-created':
        suiteProblems.set(record.suite, record.problem_ids);
        record.problem_ids.forEach(draftOf);
        break;
      case 'set-sealed':
        for (const problemId of suiteProblems.get(record.suite) ?? []) draftOf(problemId).sealed = true;
        break;
      case 'bank-grown':
        for (const { problem_id: problemId } of record.problems) draftOf(problemId);
        break;
      case 'draw-committed': {
        const { race } = record;
        const revealed = revealedAt.get(race);
        for (const problemId of drawn.get(race) ?? []) {
          const draft = draftOf(problemId);
          draft.draws.push({ race, drawnAt: time, ...(revealed !== undefined && { revealedAt: revealed }) });
          if (draft.draws.length >= policy.retireAfterDraws) draft.retiredAt ??= time;
        }
        break;
      }
      case 'exposed': {
        const { race, agent_version: agentVersion, validator } = record;
        for (const problemId of record.problem_ids)
          draftOf(problemId).seen.push({ race, at: time, agentVersion, validator });
        break;
      }
      case 'retired':
        for (const problemId of record.problem_ids) draftOf(problemId).retiredAt ??= time;
        break;
      case 'draw-fixed':
      case 'draw-revealed':
      case 'policy-set':
        break;
    }
  }
  return new Map(Array.from(drafts, ([problemId, draft]) => [problemId, finish(problemId, draft, policy)]));
}

interface Draft {
  sealed: boolean;
  retiredAt?: string;
  readonly draws: ProblemDraw[];
  readonly seen: Sighting[];
}

/**
 * Problems drawn by each race. Problems seen in a race count too, so that a draw whose secret was lost is still
 * included.
 */
function drawnProblems(
  records: readonly LedgerRecord[],
  pending: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const drawn = new Map<string, Set<string>>();
  for (const record of records) {
    if (record.kind === 'draw-committed') drawn.set(record.race, new Set(pending.get(record.race)));
    if (record.kind !== 'draw-revealed' && record.kind !== 'exposed') continue;
    const race = drawn.get(record.race);
    for (const problemId of record.problem_ids) race?.add(problemId);
  }
  return drawn;
}

function finish(problemId: string, draft: Draft, policy: ExposurePolicy): Exposure {
  const corpusFrom = corpusTime(draft, policy);
  return { problemId, ...draft, ...(corpusFrom !== undefined && { corpusFrom }) };
}

function corpusTime({ sealed, retiredAt, draws }: Draft, policy: ExposurePolicy): string | undefined {
  if (sealed || retiredAt === undefined) return undefined;
  let latest = Date.parse(retiredAt);
  for (const { revealedAt } of draws) {
    if (revealedAt === undefined) return undefined;
    latest = Math.max(latest, Date.parse(revealedAt));
  }
  return new Date(latest + policy.corpusDelayDays * DAY_MILLISECONDS).toISOString();
}
