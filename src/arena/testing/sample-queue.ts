import { randomUUID } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { readEvents } from '../../store/database.ts';
import { finalScore } from '../../verdict/aggregate.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { storeProblems } from '../exam/store-problems.ts';
import { claimWork } from '../queue/claim-work.ts';
import type { ClaimedWork } from '../queue/claimed-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { enqueue, type NewWorkItem } from '../queue/enqueue.ts';
import { heartbeat } from '../queue/heartbeat.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import type { SampleArena, SampleVersion } from './sample-arena.ts';
import { unevidencedPolicy } from './sample-policy.ts';

export const MINUTE = 60_000;

/** How many problems the suites and races of these samples have. */
export const PROBLEMS = 5;

export function samplePolicy(queue: Partial<ArenaPolicy['queue']> = {}): ArenaPolicy {
  return unevidencedPolicy({ queue: { raceRequiredSuccesses: 2, ...queue } });
}

/** Queues a version as a submission does. */
export async function queueVersion(
  arena: SampleArena,
  { version, ...item }: Partial<NewWorkItem> & { version?: Partial<SampleVersion> } = {},
): Promise<string> {
  const agentVersionId = item.agentVersionId ?? (await arena.addVersion(version));
  const suite = await arena.database.reader.selectFrom('suites').selectAll().executeTakeFirstOrThrow();
  await arena.database.withTransaction(
    async (transaction) =>
      await enqueue(transaction, {
        suiteId: suite.suite_id,
        phase: 'QUALIFYING',
        setId: suite.set_id,
        requiredSuccesses: arena.policy.queue.requiredSuccesses,
        priority: 0,
        now: arena.now(),
        ...item,
        agentVersionId,
      }),
  );
  return agentVersionId;
}

/** A running race with one new version whose item waits. */
export async function queueRace(
  arena: SampleArena,
  { requiredSuccesses = arena.policy.queue.raceRequiredSuccesses, version = {} as Partial<SampleVersion> } = {},
): Promise<{ readonly raceId: string; readonly agentVersionId: string }> {
  const agentVersionId = await arena.addVersion({ finalScore: 0.5, ...version });
  const raceId = randomUUID();
  const now = arena.now();
  const { hotkey } = await arena.database.reader
    .selectFrom('agent_versions')
    .select('hotkey')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  const setId = await arena.database.withTransaction(async (transaction) => {
    const set = await storeProblems(transaction, 'race', sampleProblems(PROBLEMS, 'hidden'), now);
    await transaction
      .insertInto('races')
      .values({
        race_id: raceId,
        race_number: 7,
        suite_id: arena.suiteId,
        state: 'race_running',
        opens_at: now,
        closes_at: now,
        since: now,
        created_at: now,
        started_at: now,
        set_id: set,
        scored_count: 0,
      })
      .execute();
    await transaction
      .insertInto('racers')
      .values({
        race_id: raceId,
        agent_version_id: agentVersionId,
        hotkey,
        qualification_type: 'THRESHOLD',
        qualifying_score: 0.5,
      })
      .execute();
    return set;
  });
  await queueVersion(arena, { agentVersionId, phase: 'RACE', raceId, setId, requiredSuccesses, priority: 10 });
  return { raceId, agentVersionId };
}

/** Completion by a validator for a run with this many problems solved. */
export function success(successful: number, coefficient = 1): RunCompletion {
  const success_rate = successful / PROBLEMS;
  return {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(success_rate, coefficient),
    score_components: {
      ground_truth_rate: success_rate,
      success_rate,
      format_score: 1,
      field_matching: success_rate,
      total_problems: PROBLEMS,
      successful_problems: successful,
      scored_problems: PROBLEMS,
      reasoning_quality: 0.8,
      reasoning_coefficient: coefficient,
      judge_inference_failed: 0,
      judge_inference_total: PROBLEMS,
    },
  };
}

export const failure = (owner?: 'agent' | 'validator' | 'platform'): RunCompletion => ({
  terminal_status: 'FAILED',
  failure_reason: 'Sandbox execution failed',
  ...(owner !== undefined && { failure_owner: owner }),
  ...(owner === 'platform' && { failure_confirmation: { by: 'probe' } }),
});

/** Claims work, and fails the test if there is none. */
export async function claim(arena: SampleArena, hotkey: string): Promise<ClaimedWork> {
  const work = await claimWork(arena, hotkey);
  if (work === undefined) throw new Error(`there was nothing to do for ${hotkey}`);
  return work;
}

/** One whole run. */
export async function runOnce(arena: SampleArena, hotkey: string, completion: RunCompletion) {
  const { runId } = await claim(arena, hotkey);
  await heartbeat(arena, hotkey, runId);
  return await completeRun(arena, hotkey, runId, completion);
}

export async function runRow(arena: SampleArena, runId: string) {
  return await arena.database.reader
    .selectFrom('runs')
    .selectAll()
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
}

export async function itemRow(arena: SampleArena, agentVersionId: string) {
  return await arena.database.reader
    .selectFrom('work_items')
    .selectAll()
    .where('agent_version_id', '=', agentVersionId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

export async function entryRow(arena: SampleArena, agentVersionId: string) {
  return await arena.database.reader
    .selectFrom('entries')
    .selectAll()
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
}

/** The events of one kind, oldest first. */
export async function eventsOf(arena: SampleArena, what: string) {
  return (await readEvents(arena.database, 0, 1_000)).filter((event) => event.what === what);
}

/** The result, or the fault if it was rejected. */
export async function outcomeOf<T>(asked: Promise<T>): Promise<T | Fault> {
  try {
    return await asked;
  } catch (error) {
    if (Fault.isInstance(error)) return error;
    throw error;
  }
}
