import { AttemptStore } from '../../src/attempt/record.ts';
import { verifyAttempt } from '../../src/attempt/verify-attempt.ts';
import { versionAgreement } from '../../src/board/versions.ts';
import { ANONYMOUS } from '../../src/board/viewer.ts';
import type { SampleContest } from '../../src/cli/testing/sample-contest.ts';

/** The result that a race must have, whatever happened during it. */
export interface RaceResult {
  readonly state: string;
  readonly winner: string | undefined;
  readonly ranking: readonly { readonly agent: string; readonly rank: number | null; readonly score: number | null }[];
  /** Per agent, the results of each counted run, problem by problem. */
  readonly opinions: Readonly<Record<string, readonly string[]>>;
  /** Per agent, the public data on how far validators agreed in the race. */
  readonly agreement: Readonly<Record<string, readonly unknown[]>>;
  /** Cooldowns of contestants, the state of their versions, and anything recorded against them. */
  readonly contestants: Readonly<Record<string, unknown>>;
  /** Results without a valid receipt. */
  readonly unbacked: readonly string[];
}

export interface RaceOutcome {
  readonly result: RaceResult;
  /** Runs that do not count: how they ended, and the owner of the failure. */
  readonly failures: readonly {
    readonly status: string;
    readonly owner: string | null;
    readonly reason: string | null;
  }[];
}

export async function raceState(contest: SampleContest): Promise<string | undefined> {
  return (await firstRace(contest))?.state;
}

/** Everything about the race that must be equal with and without a fault, and the failures that the fault caused. */
export async function raceOutcome(contest: SampleContest, places: ReadonlyMap<string, string>): Promise<RaceOutcome> {
  const race = (await firstRace(contest))!;
  const runs = await raceRuns(contest, race.race_id);
  const counted = runs.filter(({ is_included }) => is_included);
  const opinions: Record<string, string[]> = {};
  const unbacked: string[] = [];
  for (const run of counted) {
    const results = await contest.resultsOf(run.run_id);
    const found = results.map(({ problem_id, status, score, reasoning_score }) =>
      [problem_id, status, score, reasoning_score].join(' '),
    );
    opinions[run.name] = [...(opinions[run.name] ?? []), found.join('\n')];
    const store = new AttemptStore(places.get(run.validator_hotkey)!);
    for (const { problem_id, summary } of results) {
      const { attempt_id, evidence_s3_key } = summary as Record<string, string>;
      const kept = await verifyAttempt(store, attempt_id!);
      const isBacked = kept.verified && kept.receipt?.run_id === run.run_id && evidence_s3_key !== undefined;
      if (!isBacked) unbacked.push(`${run.run_id} ${problem_id}`);
    }
  }
  const ranking = await racers(contest, race.race_id);
  return {
    result: {
      state: race.state,
      winner: ranking.find(({ agent_version_id }) => agent_version_id === race.winner_version_id)?.agent,
      ranking: ranking.map(({ agent, rank, score }) => ({ agent, rank, score })),
      opinions,
      agreement: await agreement(contest, ranking),
      contestants: await contestants(contest),
      unbacked,
    },
    failures: runs
      .filter(({ status }) => status !== 'SUCCESS')
      .map(({ status, failure_owner, failure_reason }) => ({ status, owner: failure_owner, reason: failure_reason })),
  };
}

async function agreement(
  { arena }: SampleContest,
  ranking: readonly { readonly agent: string; readonly agent_version_id: string }[],
): Promise<RaceResult['agreement']> {
  const told = ranking.map(async ({ agent, agent_version_id }) => {
    const { pairs } = await versionAgreement(arena.arena, agent_version_id, ANONYMOUS);
    const raced = pairs.filter(({ phase }) => phase === 'RACE');
    return [agent, raced.map(({ problems, same, differing_problem_ids: ids }) => ({ problems, same, ids }))] as const;
  });
  return Object.fromEntries(await Promise.all(told));
}

async function firstRace({ arena }: SampleContest) {
  return await arena.arena.database.reader
    .selectFrom('races')
    .selectAll()
    .where('race_number', '=', 1)
    .executeTakeFirst();
}

async function raceRuns({ arena }: SampleContest, raceId: string) {
  return await arena.arena.database.reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .selectAll('runs')
    .select('agents.name')
    .where('item.race_id', '=', raceId)
    .orderBy('runs.claimed_at')
    .execute();
}

async function racers({ arena }: SampleContest, raceId: string) {
  return await arena.arena.database.reader
    .selectFrom('racers')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'racers.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['racers.agent_version_id', 'agents.name as agent', 'race_rank as rank', 'race_score as score'])
    .where('race_id', '=', raceId)
    .orderBy('race_rank')
    .execute();
}

async function contestants({ arena }: SampleContest) {
  const { reader } = arena.arena.database;
  const waits = await reader.selectFrom('contestants').selectAll().orderBy('hotkey').execute();
  const entries = await reader
    .selectFrom('entries')
    .select(['agent_version_id', 'final_score', 'discarded_at', 'eliminated_at'])
    .orderBy('agent_version_id')
    .execute();
  const items = await reader
    .selectFrom('work_items')
    .select(['agent_version_id', 'phase', 'close_reason'])
    .orderBy('agent_version_id')
    .orderBy('phase')
    .execute();
  const events = await reader.selectFrom('events').select(['what', 'data']).execute();
  const blamed = events.filter(({ data }) => (data as Record<string, unknown>).fault_owner === 'agent');
  return { waits, entries, items, blamed };
}
