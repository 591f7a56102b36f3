import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Submission } from '../arena/submission/submission.ts';
import { submitAgent } from '../arena/submission.ts';
import { openSampleArena, type SampleArena } from '../arena/testing/sample-arena.ts';
import { accepting, sampleAgent } from '../arena/testing/sample-submissions.ts';
import { sha256 } from '../store/sha256.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { adminLicences } from './admin/admin-licences.ts';
import { versionStatus } from './versions/version-status.ts';

onEveryEngine('licence of a submission', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  const submit = (submission: Partial<Submission>) =>
    submitAgent(
      arena,
      { hotkey: 'contestant', agentName: 'shopper', file: sampleAgent(), ...submission },
      { analyse: accepting },
    );

  it('the licence of a submission is the contestant’s choice, else the arena’s default, and listed by file for the operator', async () => {
    const chosen = await submit({ licence: 'CC-BY-4.0', idempotencyKey: 'first' });
    expect(chosen).toMatchObject({ licence: 'CC-BY-4.0', licence_is_default: false });
    expect(await submit({ licence: 'CC-BY-4.0', idempotencyKey: 'first' })).toEqual(chosen);
    await expect(submit({ licence: 'CC0-1.0', idempotencyKey: 'first' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const policy = { ...arena.policy, submissions: { ...arena.policy.submissions, licence: 'CC0-1.0' as const } };
    const silent = { hotkey: 'silent', agentName: 'shopper', file: sampleAgent(1) };
    const told = await submitAgent({ ...arena, policy }, silent, { analyse: accepting });
    expect(told).toMatchObject({ licence: 'CC0-1.0', licence_is_default: true });
    const versions = await arena.database.reader.selectFrom('agent_versions').select('licence').execute();
    expect(versions.map(({ licence }) => licence).sort()).toEqual(['CC-BY-4.0', 'CC0-1.0']);
    expect(await versionStatus(arena, told.agent_version_id)).toMatchObject({ licence: 'CC0-1.0' });
    // The same file from another contestant with licence `none`: the strictest licence wins.
    await submit({ hotkey: 'copier', file: sampleAgent(1), licence: 'none' });
    expect(await adminLicences(arena)).toEqual({
      licences: { [sha256(sampleAgent())]: 'CC-BY-4.0', [sha256(sampleAgent(1))]: 'none' },
    });
  });
});
