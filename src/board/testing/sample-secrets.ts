import { createSuite } from '../../arena/exam.ts';
import { enqueue } from '../../arena/queue/enqueue.ts';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import type { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { json } from '../../store/database.ts';
import { markOtherSecrets, markRace, SECRETS } from './sample-marks.ts';
import { addProbe } from './sample-probes.ts';
import { addItem, addResult, addRun, suiteProblemIds } from './sample-runs.ts';

export interface SecretArena {
  readonly raceId: string;
  /** A racing version of `owner`, with runs in both phases. */
  readonly version: string;
  readonly agentId: string;
  readonly raceRun: string;
  readonly qualifyingRun: string;
  /** A problem of the public suite for which the qualifying run has a result. */
  readonly openProblem: string;
  /** A result of the running race. */
  readonly raced: { readonly run_id: string; readonly problem_id: string };
  readonly privateSuite: number;
  /** Hash of its code; its log is stored under the same hash. */
  readonly codeSha256: string;
  /** Ids of hidden problems, and of the running race's problem set. */
  readonly hiddenIds: readonly string[];
}

/** A running race, with a recognisable mark in every value that some viewer must not see. */
export async function plantSecrets(day: SampleRaceDay): Promise<SecretArena> {
  const { arena } = day;
  const { database } = arena;
  const version = await day.qualified(0.9, 'owner');
  const rival = await day.qualified(0.89, 'foreigner');
  const { suiteId: privateSuite } = await createSuite(
    database,
    { name: 'private', problems: sampleProblems(3, 'private'), isPublic: false },
    { who: 'operator', now: arena.now() },
  );
  const item = await addItem(arena, version);
  const [problem] = await suiteProblemIds(arena);
  const written = {
    validator_hotkey: 'validator-1',
    status: 'FAILED',
    is_included: false,
    score: null,
    failure_reason: SECRETS.owner,
    failure_owner: 'agent',
    results_key: SECRETS.nobody,
    sandbox_metadata: json({ exit_code: 1, duration_seconds: 1, stderr_tail: SECRETS.owner, other: SECRETS.nobody }),
    components: { note: SECRETS.nobody },
  } as const;
  const qualifyingRun = await addRun(arena, { ...written, work_item_id: item });
  const summary = json({ reasoning_explanation: SECRETS.owner });
  await addResult(arena, { run_id: qualifyingRun, problem_id: problem!, logs_key: SECRETS.nobody, summary });
  await runPrivately(day, version, privateSuite);
  await day.close();
  await finishRacer(arena, rival, { solved: 3 });
  await finishRacer(arena, version, { solved: 4 });
  const raceId = (await day.race()).race_id;
  await failInRace(day, raceId, version);
  await markRace(day, raceId);
  const codeSha256 = await markOtherSecrets(day, { version, rival, run: qualifyingRun });
  const { reader } = database;
  // The hash of a suite's problems is published as a commitment when the suite is created; a race's is never published.
  const raceSet = await reader.selectFrom('races').select('set_id').where('race_id', '=', raceId).executeTakeFirst();
  const hidden = await reader
    .selectFrom('set_problems')
    .leftJoin('suites', 'suites.set_id', 'set_problems.set_id')
    .select(['problem_id', 'source_id'])
    .where(({ eb, or }) => or([eb('suites.suite_id', 'is', null), eb('suites.is_public', '=', false)]))
    .execute();
  const agent = await reader.selectFrom('agents').select('agent_id').where('hotkey', '=', 'owner').executeTakeFirst();
  const raceRun = await reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .select('run_id')
    .where('phase', '=', 'RACE')
    .where('runs.agent_version_id', '=', version)
    .executeTakeFirstOrThrow();
  const raced = await reader
    .selectFrom('problem_results')
    .innerJoin('runs', 'runs.run_id', 'problem_results.run_id')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .select(['runs.run_id', 'problem_results.problem_id'])
    .where('phase', '=', 'RACE')
    .where('runs.agent_version_id', '=', version)
    .executeTakeFirstOrThrow();
  await addProbe(arena, { runId: raced.run_id, problemId: raced.problem_id, sha256: SECRETS.race });
  await addProbe(arena, { runId: qualifyingRun, problemId: problem!, sha256: SECRETS.owner });
  return {
    raceId,
    version,
    agentId: agent!.agent_id,
    raceRun: raceRun.run_id,
    qualifyingRun,
    openProblem: problem!,
    raced,
    privateSuite,
    codeSha256,
    hiddenIds: [raceSet!.set_id!, ...new Set(hidden.flatMap(({ problem_id, source_id }) => [problem_id, source_id]))],
  };
}

/** Adds results of a suite that is not public. */
async function runPrivately({ arena }: SampleRaceDay, agentVersionId: string, suiteId: number): Promise<void> {
  const { database, now } = arena;
  const problems = await database.reader
    .selectFrom('suites')
    .innerJoin('set_problems', 'set_problems.set_id', 'suites.set_id')
    .select(['suites.set_id', 'problem_id'])
    .where('suite_id', '=', suiteId)
    .execute();
  const { set_id, problem_id } = problems[0]!;
  const item = await database.withTransaction(
    async (transaction) =>
      await enqueue(transaction, {
        agentVersionId,
        suiteId,
        phase: 'QUALIFYING',
        setId: set_id,
        requiredSuccesses: 1,
        priority: 0,
        now: now(),
      }),
  );
  const run = await addRun(arena, { work_item_id: item, validator_hotkey: 'validator-1', score: 0.1 });
  await addResult(arena, { run_id: run, problem_id });
}

async function failInRace({ arena }: SampleRaceDay, raceId: string, agentVersionId: string): Promise<void> {
  const item = await arena.database.reader
    .selectFrom('work_items')
    .select('work_item_id')
    .where('race_id', '=', raceId)
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  const failed = { status: 'FAILED', is_included: false, failure_owner: 'agent' } as const;
  await addRun(arena, { ...item, ...failed, validator_hotkey: 'validator-3' });
}
