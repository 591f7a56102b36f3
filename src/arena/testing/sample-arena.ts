import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ArenaProblem } from '../../problems/arena-form.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { FileBlobs } from '../../store/blobs.ts';
import { type Database, json, storeMigrations } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { MakeDatabase } from '../../store/testing/every-engine.ts';
import type { Arena } from '../arena.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { ArenaSecret } from '../arena-secret.ts';
import { createSuite } from '../exam/create-suite.ts';
import { arenaMigrations } from '../tables/arena-migrations.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { unevidencedPolicy } from './sample-policy.ts';

/** Noon in Los Angeles, on a Monday. */
export const SAMPLE_NOW = Date.parse('2026-11-16T20:00:00Z');

export interface SampleArena extends Arena {
  readonly suiteId: number;
  /** Advances the arena's clock. */
  pass(milliseconds: number): void;
  /** Adds a version as an accepted submission would, without its work item. */
  addVersion(version?: Partial<SampleVersion>): Promise<string>;
  close(): Promise<void>;
}

export interface SampleVersion {
  readonly hotkey: string;
  readonly name: string;
  readonly number: number;
  readonly submittedAt: number;
  /** A version with a score is on the board. */
  readonly finalScore: number;
}

/** An arena with tables and an active suite, for tests. */
export async function openSampleArena(
  makeDatabase: MakeDatabase,
  {
    problems = 5,
    policy = unevidencedPolicy({}),
  }: { problems?: number | readonly ArenaProblem[]; policy?: ArenaPolicy } = {},
): Promise<SampleArena> {
  const place = await makeDatabase([storeMigrations, arenaMigrations]);
  const database = (await place.open()).tables<ArenaTables>();
  const { suiteId } = await createSuite(
    database,
    { name: 'sample', problems: typeof problems === 'number' ? sampleProblems(problems) : problems, isPublic: true },
    { who: 'operator', now: SAMPLE_NOW },
  );
  await database.withTransaction(async (transaction) => {
    await transaction.updateTable('suites').set({ is_active: true, activated_at: SAMPLE_NOW }).execute();
  });
  let count = 0;
  let now = SAMPLE_NOW;
  return {
    database,
    blobs: new FileBlobs(join(place.folder, 'blobs')),
    policy,
    secret: new ArenaSecret(randomBytes(32)),
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    suiteId,
    addVersion: async (version = {}) => {
      count++;
      const sample = { hotkey: `hotkey-${count}`, name: 'sample', number: 1, submittedAt: SAMPLE_NOW, ...version };
      return await insertVersion(database, suiteId, sample);
    },
    close: () => place.remove(),
  };
}

export async function insertVersion(
  database: Database<ArenaTables>,
  suiteId: number,
  version: Omit<SampleVersion, 'finalScore'> & Partial<SampleVersion>,
): Promise<string> {
  const { hotkey, name, number, submittedAt, finalScore } = version;
  const agentVersionId = randomUUID();
  await database.withTransaction(async (transaction) => {
    await transaction
      .insertInto('contestants')
      .values({ hotkey, first_seen_at: submittedAt, next_allowed_at: 0, last_submitted_at: submittedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .insertInto('agents')
      .values({ agent_id: randomUUID(), hotkey, name, created_at: submittedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { agent_id } = await transaction
      .selectFrom('agents')
      .select('agent_id')
      .where('hotkey', '=', hotkey)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('agent_versions')
      .values({
        agent_version_id: agentVersionId,
        agent_id,
        hotkey,
        version_number: number,
        code_sha256: sha256(agentVersionId),
        code_bytes: 100,
        submitted_at: submittedAt,
        findings: json([]),
        is_flagged: false,
        cancelled_at: null,
        cancel_reason: null,
        release_at: null,
        released_at: null,
        licence: null,
      })
      .execute();
    await transaction
      .insertInto('entries')
      .values({
        agent_version_id: agentVersionId,
        suite_id: suiteId,
        final_score: finalScore ?? null,
        success_rate: finalScore ?? null,
        reasoning_coefficient: finalScore === undefined ? null : 1,
        eligible_at: finalScore === undefined ? null : submittedAt,
        discarded_at: null,
        discard_reason: null,
        eliminated_at: null,
        eliminate_reason: null,
      })
      .execute();
  });
  return agentVersionId;
}
