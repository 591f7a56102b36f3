import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { arenaPolicySchema } from '../arena-policy.ts';
import { openSampleArena, SAMPLE_NOW, type SampleArena } from '../testing/sample-arena.ts';
import { DISGUISES, sampleSource } from '../testing/sample-copies.ts';
import { accepting, sampleAgent } from '../testing/sample-submissions.ts';
import type { Submission } from './submission.ts';
import { type SubmissionPorts, submitAgent } from './submit-agent.ts';

const HOUR = 3_600_000;
const hotkey = 'contestant';

onEveryEngine('a submission', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  const submit = (submission: Partial<Submission> = {}, ports: SubmissionPorts = { analyse: accepting }) =>
    submitAgent(arena, { hotkey, agentName: 'shopper', file: sampleAgent(), ...submission }, ports);
  const versions = () =>
    arena.database.reader.selectFrom('agent_versions').selectAll().orderBy('submitted_at').execute();
  const events = async () =>
    (await readEvents(arena.database, 1, 1_000)).filter(({ what }) => what !== 'version.queued');
  const nextAllowedAt = async () =>
    (await arena.database.reader.selectFrom('contestants').selectAll().executeTakeFirst())?.next_allowed_at;

  it('an accepted submission has a version, its file, a queue entry, a cooldown and an event', async () => {
    const answer = await submit();
    const [version] = await versions();
    expect(answer).toEqual({
      admission_status: 'ACCEPTED',
      hotkey,
      agent_id: version!.agent_id,
      agent_version_id: version!.agent_version_id,
      admission_reason: null,
      next_allowed_at: new Date(SAMPLE_NOW + 12 * HOUR).toISOString(),
      message: 'Version 1 of “shopper” was accepted and waits to be evaluated.',
      is_flagged: false,
      is_duplicate: false,
      licence: 'none',
      licence_is_default: true,
      queue: expect.objectContaining({ state: 'QUEUED', position: 1, ahead: 0 }),
    });
    const { reader } = arena.database;
    expect(version).toMatchObject({ version_number: 1, code_sha256: sha256(sampleAgent()), submitted_at: SAMPLE_NOW });
    expect(Buffer.from(await arena.blobs.get(version!.code_sha256))).toEqual(Buffer.from(sampleAgent()));
    expect(await reader.selectFrom('entries').selectAll().execute()).toMatchObject([
      { agent_version_id: answer.agent_version_id, suite_id: arena.suiteId, final_score: null, eligible_at: null },
    ]);
    expect(await reader.selectFrom('work_items').selectAll().execute()).toMatchObject([
      { agent_version_id: answer.agent_version_id, phase: 'QUALIFYING', required_successes: 3, closed_at: null },
    ]);
    expect(await nextAllowedAt()).toBe(SAMPLE_NOW + 12 * HOUR);
    expect(await events()).toMatchObject([
      {
        what: 'submission.accepted',
        who: hotkey,
        subject: `version ${answer.agent_version_id}`,
        data: {
          agent_version_id: answer.agent_version_id,
          agent_name: 'shopper',
          miner_hotkey: hotkey,
          version_number: 1,
        },
      },
    ]);
  });

  it('a submission under a known name is the next version, under a new one a new agent', async () => {
    const answers = [];
    for (const [index, agentName] of ['one', 'two', 'one'].entries()) {
      answers.push(await submit({ agentName, file: sampleAgent(index) }));
      arena.pass(12 * HOUR);
    }
    expect(answers[2]!.agent_id).toBe(answers[0]!.agent_id);
    expect(answers[1]!.agent_id).not.toBe(answers[0]!.agent_id);
    expect((await versions()).map(({ version_number }) => version_number)).toEqual([1, 1, 2]);
    const other = await submit({ hotkey: 'another', agentName: 'one' });
    expect(other.agent_id).not.toBe(answers[0]!.agent_id);
  });

  it.each(['', '   ', 'a'.repeat(101), 'naïve', 'a/b', 'a\n', 'a\0'])(
    'rejects a submission under the name %j',
    async (agentName) => {
      await expect(submit({ agentName })).rejects.toMatchObject({ code: 'INVALID_AGENT_NAME' });
    },
  );

  it('rejects a submission that is too large, empty or not text before any other check', async () => {
    const analyse = () => Promise.reject(new Error('was asked'));
    const maxBytes = arena.policy.submissions.maxBytes;
    await expect(submit({ file: Buffer.alloc(maxBytes + 1, 'a') }, { analyse })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    for (const file of [Buffer.alloc(0), Buffer.of(0x61, 0xff), Buffer.of(0xed, 0xa0, 0x80)]) {
      await expect(submit({ file }, { analyse })).rejects.toMatchObject({ code: 'INVALID_FILE' });
    }
    expect(await nextAllowedAt()).toBeUndefined();
  });

  it('a submission during the cooldown is rejected with the remaining time', async () => {
    await submit();
    arena.pass(HOUR + 1);
    const looked: string[] = [];
    const analyse = async () => {
      looked.push('looked');
      return await accepting();
    };
    await expect(submit({ file: sampleAgent(1) }, { analyse })).rejects.toMatchObject({
      code: 'COOLDOWN_ACTIVE',
      extra: { remaining_seconds: 11 * 3_600 },
    });
    expect(looked).toEqual([]);
    arena.pass(11 * HOUR - 1);
    expect(await submit({ file: sampleAgent(1) }, { analyse })).toMatchObject({ admission_status: 'ACCEPTED' });
  });

  it('an accepted file submitted again without a key names its version', async () => {
    const { agent_version_id } = await submit();
    arena.pass(60_000);
    const again = await submit().catch((error) => error);
    expect(again).toMatchObject({ code: 'COOLDOWN_ACTIVE' });
    expect(again.extra).toEqual({ remaining_seconds: 12 * 3_600 - 60, agent_version_id });
    for (const other of [{ file: sampleAgent(1) }, { agentName: 'another' }]) {
      const refused = await submit(other).catch((error) => error);
      expect(refused.extra).toEqual({ remaining_seconds: 12 * 3_600 - 60 });
    }
  });

  it('rejects submissions while the operator has paused them, until the pause ends', async () => {
    await arena.database.withTransaction(async (transaction) => {
      const stop = { name: 'submissions' as const, reason: 'The disk is being moved.', stopped_by: 'operator' };
      const times = { stopped_at: SAMPLE_NOW, release_at: SAMPLE_NOW + HOUR };
      await transaction
        .insertInto('stops')
        .values({ ...stop, ...times })
        .execute();
    });
    await expect(submit()).rejects.toMatchObject({
      code: 'SUBMISSIONS_PAUSED',
      message: expect.stringMatching(/The disk is being moved/),
      extra: { auto_release_at: new Date(SAMPLE_NOW + HOUR).toISOString() },
    });
    expect(await nextAllowedAt()).toBeUndefined();
    arena.pass(HOUR);
    expect(await submit()).toMatchObject({ admission_status: 'ACCEPTED' });
  });

  it('rejects a submission without an active suite, also when it is deactivated during the check', async () => {
    const deactivate = async () => {
      await arena.database.withTransaction(
        async (transaction) => void (await transaction.updateTable('suites').set({ is_active: false }).execute()),
      );
      return await accepting();
    };
    await expect(submit({}, { analyse: deactivate })).rejects.toMatchObject({ code: 'NO_ACTIVE_SUITE' });
    await expect(submit()).rejects.toMatchObject({ code: 'NO_ACTIVE_SUITE' });
    expect(await nextAllowedAt()).toBeUndefined();
  });

  it('a submission needs a credential if the operator requires one', async () => {
    const submissions = { ...arenaPolicySchema.parse({}).submissions, requireProvider: true };
    const strict = { ...arena, policy: { ...arenaPolicySchema.parse({}), submissions } };
    const submission = { hotkey, agentName: 'shopper', file: sampleAgent() };
    await expect(submitAgent(strict, submission, { analyse: accepting })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_CONNECTED',
    });
    const sealed = arena.secret.seal('key', `${hotkey} openrouter`);
    await arena.database.withTransaction(
      async (transaction) =>
        void (await transaction
          .insertInto('inference_credentials')
          .values({ hotkey, provider: 'openrouter', sealed, is_default: true, updated_at: SAMPLE_NOW })
          .execute()),
    );
    expect(await submitAgent(strict, submission, { analyse: accepting })).toMatchObject({ hotkey });
  });

  it('a submission that copies another contestant is accepted and flagged, without naming them', async () => {
    const source = sampleSource('extract_and_search.py');
    const ports = { analyse: accepting, exampleAgentMarks: new Set<number>() };
    const original = await submit({ hotkey: 'author', file: Buffer.from(source) }, ports);
    expect(original.is_flagged).toBe(false);
    const file = Buffer.from(DISGUISES['other names']!(source));
    const copy = await submit({ hotkey: 'copier', file }, ports);
    expect(copy).toMatchObject({ admission_status: 'ACCEPTED', is_flagged: true });
    const near = await arena.database.reader.selectFrom('near_copies').selectAll().execute();
    expect(near).toMatchObject([
      { agent_version_id: copy.agent_version_id, other_version_id: original.agent_version_id },
    ]);
    const told = (await events()).filter(({ who }) => who === 'copier');
    for (const secret of ['author', original.agent_version_id, 'share', 'flag']) {
      expect(JSON.stringify(told)).not.toContain(secret);
    }
    expect(JSON.stringify(copy)).not.toContain(original.agent_version_id);
  });

  it('a submission of a shipped example agent is not flagged, but evaluated once', async () => {
    const file = Buffer.from(sampleSource('react_text.py'));
    expect(await submit({ hotkey: 'one', file })).toMatchObject({ is_flagged: false, is_duplicate: false });
    expect(await submit({ hotkey: 'another', file })).toMatchObject({ is_flagged: false, is_duplicate: true });
  });

  it('a submission whose file cannot be analysed or stored counts for nothing', async () => {
    await expect(submit({}, { analyse: () => Promise.reject(new Error('no sandbox')) })).rejects.toThrow('no sandbox');
    expect(await nextAllowedAt()).toBeUndefined();
    const full = {
      ...arena,
      blobs: Object.assign(Object.create(arena.blobs), { put: () => Promise.reject(new Error('full')) }),
    };
    await expect(
      submitAgent(full, { hotkey, agentName: 'shopper', file: sampleAgent() }, { analyse: accepting }),
    ).rejects.toThrow('full');
    expect(await nextAllowedAt()).toBeUndefined();
    expect(await versions()).toEqual([]);
  });
});
