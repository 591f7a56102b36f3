import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Arena } from '../arena/arena.ts';
import { arenaPolicySchema } from '../arena/arena-policy.ts';
import { ArenaSecret } from '../arena/arena-secret.ts';
import { createSuite } from '../arena/exam.ts';
import { checkSubmission } from '../arena/submission/submission.ts';
import { type Licence, submitAgent } from '../arena/submission.ts';
import { type ArenaTables, arenaMigrations } from '../arena/tables.ts';
import { SAMPLE_NOW as NOW } from '../arena/testing/sample-arena.ts';
import { accepting, sampleAgent } from '../arena/testing/sample-submissions.ts';
import { sampleProblems } from '../problems/testing/sample-problems.ts';
import { FileBlobs } from '../store/blobs.ts';
import { type Database, json, migrate, storeMigrations } from '../store/database.ts';
import { sha256 } from '../store/sha256.ts';
import { onBothEngines, type TestDatabase } from '../store/testing/every-engine.ts';
import { adminLicences } from './admin/admin-licences.ts';
import { versionStatus } from './versions/version-status.ts';

const before = {
  ...arenaMigrations,
  migrations: arenaMigrations.migrations.filter(({ name }) => name < '0005-licences'),
};

onBothEngines('arena from before licences', (makeDatabase) => {
  const [hotkey, agentName, idempotencyKey, versionId] = ['old hand', 'shopper', 'key-of-then', randomUUID()];
  const request = { hotkey, agentName, file: sampleAgent(), idempotencyKey };
  let place: TestDatabase;
  let arena: Arena;

  beforeEach(async () => {
    place = await makeDatabase();
    const database = (await place.open()).tables<ArenaTables>();
    await migrate(database, [storeMigrations, before], NOW);
    await oldSubmission(database);
    expect(await migrate(database, [storeMigrations, arenaMigrations], NOW)).toEqual([
      'arena/0005-licences',
      'arena/0006-beacon',
      'arena/0007-agency',
      'arena/0009-excuses',
      'arena/0010-twins',
      'arena/0012-audit',
      'arena/0013-failure-code',
      'arena/0014-corpus',
      'arena/0015-copies',
      'arena/0016-read-indexes',
      'arena/0017-names-and-models',
      'arena/0018-webhooks',
      'arena/0019-results-by-problem',
      'arena/0020-presence',
    ]);
    arena = {
      database,
      blobs: new FileBlobs(join(place.folder, 'blobs')),
      policy: arenaPolicySchema.parse({}),
      secret: new ArenaSecret(randomBytes(32)),
      now: () => NOW,
    };
  });
  afterEach(() => place.remove());

  /** As stored by the older version: without a licence in the agent version and in the answer. */
  async function oldSubmission(database: Database<ArenaTables>): Promise<void> {
    const problems = sampleProblems(3);
    const { suiteId } = await createSuite(
      database,
      { name: 'then', problems, isPublic: true },
      { who: 'operator', now: NOW },
    );
    const { codeSha256, requestHash } = checkSubmission(request, 1_000);
    await database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_active: true, activated_at: NOW }).execute();
      const agent_id = randomUUID();
      await transaction
        .insertInto('contestants')
        .values({ hotkey, first_seen_at: NOW, next_allowed_at: 0, last_submitted_at: NOW })
        .execute();
      await transaction.insertInto('agents').values({ agent_id, hotkey, name: agentName, created_at: NOW }).execute();
      const version = {
        ...{ agent_version_id: versionId, agent_id, hotkey, version_number: 1, code_sha256: codeSha256 },
        ...{ code_bytes: 100, submitted_at: NOW, findings: json([]), is_flagged: false, cancelled_at: null },
        ...{ cancel_reason: null, release_at: null, released_at: null },
      };
      // The column does not exist yet, whatever the type says.
      await transaction
        .insertInto('agent_versions')
        .values(version as typeof version & { licence: Licence | null })
        .execute();
      await transaction
        .insertInto('entries')
        .values({
          ...{ agent_version_id: versionId, suite_id: suiteId, final_score: null, success_rate: null },
          ...{ reasoning_coefficient: null, eligible_at: null, discarded_at: null, discard_reason: null },
          ...{ eliminated_at: null, eliminate_reason: null },
        })
        .execute();
      const answer = json({ accepted: { admission_status: 'ACCEPTED', hotkey, agent_version_id: versionId } as never });
      await transaction
        .insertInto('submission_receipts')
        .values({ hotkey, idempotency_key: idempotencyKey, request_hash: requestHash, answer, answered_at: NOW })
        .execute();
    });
  }

  it('versions from before licences have none, and a repeated submission gets the same answer', async () => {
    expect(await versionStatus(arena, versionId)).toMatchObject({ licence: null });
    const again = await submitAgent(arena, request, { analyse: accepting });
    expect(again).toMatchObject({ agent_version_id: versionId, licence: null, licence_is_default: false });
    expect(await adminLicences(arena)).toEqual({ licences: {} });
  });

  it('a copier cannot license a file from before licences, but anyone can withhold it', async () => {
    const copy = { agentName, file: sampleAgent() };
    await submitAgent(arena, { ...copy, hotkey: 'copier', licence: 'CC0-1.0' }, { analyse: accepting });
    expect(await adminLicences(arena)).toEqual({ licences: {} });
    await submitAgent(arena, { ...copy, hotkey: 'another', licence: 'none' }, { analyse: accepting });
    expect(await adminLicences(arena)).toEqual({ licences: { [sha256(sampleAgent())]: 'none' } });
  });
});
