import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { enqueue } from '../../arena/queue/enqueue.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import { json } from '../../store/database.ts';

type RunValues = Insertable<ArenaTables['runs']>;

export interface SampleRun extends Partial<Omit<RunValues, 'score_components'>> {
  readonly work_item_id: string;
  readonly validator_hotkey: string;
  readonly components?: Readonly<Record<string, number | string>>;
}

/** Queues a version for qualifying on the active suite, as a submission does. */
export async function addItem(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  agentVersionId: string,
  { required = 2, priority = 0 }: { required?: number; priority?: number } = {},
): Promise<string> {
  return await database.withTransaction(async (transaction) => {
    const suite = await transaction
      .selectFrom('suites')
      .select(['suite_id', 'set_id'])
      .where('is_active', '=', true)
      .executeTakeFirstOrThrow();
    return await enqueue(transaction, {
      agentVersionId,
      suiteId: suite.suite_id,
      phase: 'QUALIFYING',
      setId: suite.set_id,
      requiredSuccesses: required,
      priority,
      now: now(),
    });
  });
}

/** Adds a run; by default one that succeeded and is included. */
export async function addRun(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { components, ...values }: SampleRun,
): Promise<string> {
  const runId = randomUUID();
  await database.withTransaction(async (transaction) => {
    const { agent_version_id } = await transaction
      .selectFrom('work_items')
      .select('agent_version_id')
      .where('work_item_id', '=', values.work_item_id)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('runs')
      .values({
        run_id: runId,
        agent_version_id,
        status: 'SUCCESS',
        claimed_at: now() - 60_000,
        lease_expires_at: now() + 600_000,
        last_heartbeat_at: now(),
        completed_at: now(),
        is_included: true,
        score: 0.5,
        score_components: components === undefined ? null : json(components),
        failure_reason: null,
        failure_owner: null,
        sandbox_metadata: null,
        results_key: null,
        service_versions: null,
        invalidated_at: null,
        invalidated_by: null,
        invalidation_reason: null,
        ...values,
      })
      .execute();
  });
  return runId;
}

/** A run in progress. */
export const UNDER_WAY = { status: 'RUNNING', completed_at: null, is_included: false, score: null } as const;

export async function addResult(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  result: Pick<ArenaTables['problem_results'], 'run_id' | 'problem_id'> &
    Partial<Insertable<ArenaTables['problem_results']>>,
): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction
      .insertInto('problem_results')
      .values({
        status: 'SUCCESS',
        score: 1,
        reasoning_score: null,
        summary: null,
        inference_failure_count: null,
        inference_total: null,
        execution_time: null,
        logs_key: null,
        updated_at: now(),
        ...result,
      })
      .execute();
  });
}

export async function addValidator(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  hotkey: string,
  values: Partial<Insertable<ArenaTables['validators']>> = {},
): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction
      .insertInto('validators')
      .values({
        hotkey,
        name: null,
        registered_at: now(),
        last_claim_at: null,
        last_seen_at: now(),
        max_concurrent_runs: 1,
        service_versions: null,
        cpu_pct: null,
        ram_pct: null,
        disk_pct: null,
        docker_container_count: null,
        metrics_at: null,
        ...values,
      })
      .execute();
  });
}

/** The problems of the active suite, in order. */
export async function suiteProblemIds({ database }: Pick<Arena, 'database'>): Promise<string[]> {
  const rows = await database.reader
    .selectFrom('set_problems')
    .innerJoin('suites', 'suites.set_id', 'set_problems.set_id')
    .select('problem_id')
    .where('suites.is_active', '=', true)
    .orderBy('position')
    .execute();
  return rows.map(({ problem_id }) => problem_id);
}
