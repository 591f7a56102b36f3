import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growBank } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { BankHiddenProblems } from '../race/bank-hidden-problems.ts';
import { finalScoreOf } from '../race/combine-runs.ts';
import { noteRacerScored } from '../race/note-racer-scored.ts';
import { newestRace } from '../race/stored-race.ts';

export interface SampleBank {
  readonly folder: string;
  readonly hidden: BankHiddenProblems;
  remove(): void;
}

/** A bank of race problems in its own folder. */
export async function makeSampleBank(problems: number): Promise<SampleBank> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-race-bank-'));
  const now = (): Date => new Date();
  if (problems > 0) await growBank({ folder, problems: sampleProblems(problems, 'hidden'), now });
  return {
    folder,
    hidden: new BankHiddenProblems(folder, now),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface SampleFinish {
  /** How many problems it solved, counted from the first. */
  readonly solved: number;
  /** The judge's coefficient. */
  readonly coefficient?: number;
}

/** Completes a racer with runs by two validators, as the queue would. */
export async function finishRacer(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  agentVersionId: string,
  { solved, coefficient = 1 }: SampleFinish,
): Promise<number> {
  return await database.withTransaction(async (transaction) => {
    const race = (await newestRace(transaction))!;
    const item = await transaction
      .selectFrom('work_items')
      .selectAll()
      .where('race_id', '=', race.race_id)
      .where('agent_version_id', '=', agentVersionId)
      .executeTakeFirstOrThrow();
    const problems = await transaction
      .selectFrom('set_problems')
      .select('problem_id')
      .where('set_id', '=', item.set_id)
      .orderBy('position')
      .execute();
    const rate = pythonRound(solved / problems.length, 4);
    const score = pythonRound(rate * coefficient, 4);
    for (const validator of ['validator-1', 'validator-2']) {
      const runId = randomUUID();
      await transaction
        .insertInto('exposures')
        .values({
          race_id: race.race_id,
          agent_version_id: agentVersionId,
          validator_hotkey: validator,
          exposed_at: now(),
        })
        .execute();
      await transaction
        .insertInto('runs')
        .values({
          run_id: runId,
          work_item_id: item.work_item_id,
          agent_version_id: agentVersionId,
          validator_hotkey: validator,
          status: 'SUCCESS',
          claimed_at: now(),
          lease_expires_at: now(),
          last_heartbeat_at: now(),
          completed_at: now(),
          is_included: true,
          score,
          score_components: json({ success_rate: rate, reasoning_coefficient: coefficient }),
          failure_reason: null,
          failure_owner: null,
          sandbox_metadata: null,
          results_key: null,
          service_versions: null,
          invalidated_at: null,
          invalidated_by: null,
          invalidation_reason: null,
        })
        .execute();
      for (const [index, { problem_id }] of problems.entries()) {
        await transaction
          .insertInto('problem_results')
          .values({
            run_id: runId,
            problem_id,
            status: index < solved ? 'SUCCESS' : 'FAILED',
            score: index < solved ? 1 : 0,
            reasoning_score: null,
            summary: null,
            inference_failure_count: null,
            inference_total: null,
            execution_time: null,
            logs_key: null,
            updated_at: now(),
          })
          .execute();
      }
    }
    await transaction
      .updateTable('work_items')
      .set({ closed_at: now(), close_reason: 'complete' })
      .where('work_item_id', '=', item.work_item_id)
      .execute();
    const raceScore = finalScoreOf([score, score])!;
    await noteRacerScored(transaction, race.race_id, agentVersionId, raceScore, now());
    return raceScore;
  });
}
