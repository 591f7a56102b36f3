import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, MINUTE, queueVersion, runRow, samplePolicy, success } from '../testing/sample-queue.ts';
import { completeRun } from './complete-run.ts';
import { presignUpload } from './presign-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { runProblems } from './run-problems.ts';

const GZIP = 'application/gzip';

onEveryEngine('an upload', (makeDatabase) => {
  let arena: SampleArena;
  let runId: string;
  let problemId: string;
  const bytes = Buffer.from('forty-two');
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { policy: samplePolicy({ maxUploadBytes: 100 }) });
    await queueVersion(arena);
    runId = (await claim(arena, 'alice')).runId;
    problemId = (await runProblems(arena, 'alice', runId))[0]!.problem_id;
  });
  afterEach(async () => await arena.close());

  const presign = (change: Partial<Parameters<typeof presignUpload>[2]> = {}, hotkey = 'alice') =>
    presignUpload(arena, hotkey, { runId, problemId, contentLength: bytes.length, contentType: GZIP, ...change });

  it('an upload is stored as a blob under its hash, and found by its key', async () => {
    const { uploadKey, ticket, expiresAt } = await presign();
    expect(uploadKey).toMatch(new RegExp(`^runs/${runId}/${problemId}/[0-9a-f-]{36}\\.json\\.gz$`));
    expect(expiresAt).toBe(arena.now() + 15 * MINUTE);
    const received = await receiveUpload(arena, ticket, bytes, GZIP);
    expect(received.uploadKey).toBe(uploadKey);
    expect(Buffer.from(await arena.blobs.get(received.sha256))).toEqual(bytes);
    const row = await arena.database.reader.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ upload_key: uploadKey, sha256: received.sha256, stored_at: arena.now() });
  });

  it('an upload may be repeated with the same bytes and not with others', async () => {
    const { ticket } = await presign();
    const both = await Promise.all([1, 2].map(() => receiveUpload(arena, ticket, bytes, GZIP)));
    expect(both[0]).toEqual(both[1]);
    const others = receiveUpload(arena, ticket, Buffer.from('forty-six'), GZIP);
    await expect(others).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
  });

  it('an upload must match its announcement, in time', async () => {
    const { ticket } = await presign();
    const attempts: [string, Uint8Array, string][] = [
      [ticket, Buffer.from('more than that'), GZIP],
      [ticket, bytes, 'application/json'],
      ['forged', bytes, GZIP],
      [arena.secret.ticket('code', 'x', arena.now() + 1), bytes, GZIP],
    ];
    for (const attempt of attempts) {
      await expect(receiveUpload(arena, ...attempt)).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
    }
    arena.pass(15 * MINUTE);
    await expect(receiveUpload(arena, ticket, bytes, GZIP)).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
  });

  it('refuses an upload that is too large, of an unknown type, or about another run’s problem', async () => {
    for (const contentLength of [0, 101, 1.5, -1]) {
      await expect(presign({ contentLength })).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
    }
    await expect(presign({ contentType: 'text/html' })).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
    const strange = presign({ problemId: '00000000-0000-4000-8000-000000000000' });
    await expect(strange).rejects.toMatchObject({ code: 'INVALID_PROBLEM_ID' });
    await expect(presign({}, 'bob')).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
  });

  it('grants six uploads per problem and no more', async () => {
    for (let index = 0; index < 6; index++) await presign();
    await expect(presign()).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' });
  });

  it('grants an upload after the run too, but not after its lease expired', async () => {
    const key = (await presign()).uploadKey;
    await completeRun(arena, 'alice', runId, { ...success(2), results_s3_key: key });
    expect(await runRow(arena, runId)).toMatchObject({ results_key: null });
    await presign();
    const other = await claim(arena, 'bob');
    arena.pass(10 * MINUTE);
    await expect(presign({ runId: other.runId }, 'bob')).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
  });
});
