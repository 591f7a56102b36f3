import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { recordedBody } from '../http/recorded-body.ts';
import type { UnchainedCall } from './call-recorder.ts';
import { CALLS_FILE, FileCallRecorder } from './file-call-recorder.ts';
import { verifyCalls } from './verify-calls.ts';

const OPENING = sha256('attempt');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-recorder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CALL: UnchainedCall = {
  time: '2026-05-04T10:00:00.123Z',
  kind: 'health',
  method: 'GET',
  path: '/health',
  parameters: {},
  request: null,
  status: 200,
  response: 'healthy\n',
  duration_ms: 1,
  usage: null,
  price_microdollars: null,
  fault: null,
};

const LARGE = 'x'.repeat(1_000_000);

function verified(): ReturnType<typeof verifyCalls> {
  return verifyCalls(readFileSync(join(folder, CALLS_FILE)), OPENING);
}

describe('FileCallRecorder', () => {
  it('a call is on disk when the recorder returns, and its bytes are counted', async () => {
    const recorder = FileCallRecorder.open(folder, OPENING);
    expect(recorder.head).toBe(OPENING);
    const { call, bytes } = await recorder.record(CALL);
    expect(statSync(join(folder, CALLS_FILE)).size).toBe(bytes);
    expect(verified()).toEqual({ calls: [call], head: recorder.head });
    await recorder.close();
    await recorder.close();
  });

  it('records calls in the order given, also concurrent ones', async () => {
    const recorder = FileCallRecorder.open(folder, OPENING);
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        recorder.record({ ...CALL, request: `${index} ${'x'.repeat((index * 7919) % 100_000)}` }),
      ),
    );
    await recorder.close();
    const { calls, flaw } = verified();
    expect(flaw).toBeUndefined();
    expect(calls.map(({ request }) => Number.parseInt(String(request), 10))).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
  });

  it('records large calls in another thread, byte for byte as in this one', async () => {
    const bodies = [
      JSON.stringify({ messages: [{ content: 'ä\u0000'.repeat(100_000) }] }),
      Buffer.alloc(200_000, 0xff),
      `{"seed": 9007199254740993, "text": "${'x'.repeat(200_000)}"}`,
      '',
    ];
    const calls = bodies.flatMap((request) =>
      bodies.map((response) => ({
        call: { ...CALL, request: recordedBody(request).recorded, response: recordedBody(response).recorded },
        bodies: { request, response },
      })),
    );
    const recorder = FileCallRecorder.open(folder, OPENING);
    const recorded = await Promise.all(calls.map(({ call, bodies }) => recorder.record(call, bodies)));
    await recorder.close();
    expect(verified()).toEqual({ calls: recorded.map(({ call }) => call), head: recorder.head });
    const inThread = readFileSync(join(folder, CALLS_FILE));
    expect(inThread.length).toBe(recorded.reduce((sum, { bytes }) => sum + bytes, 0));
    rmSync(join(folder, CALLS_FILE));
    const here = FileCallRecorder.open(folder, OPENING);
    for (const { call } of calls) await here.record(call);
    await here.close();
    expect(readFileSync(join(folder, CALLS_FILE)).equals(inThread)).toBe(true);
  });

  it('a small call waits for the large one before it, and closing waits for both', async () => {
    const recorder = FileCallRecorder.open(folder, OPENING);
    const large = recorder.record({ ...CALL, request: LARGE }, { request: LARGE, response: 'healthy\n' });
    const small = recorder.record(CALL, { request: '', response: 'healthy\n' });
    const closed = recorder.close();
    await expect(recorder.record(CALL)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await closed;
    expect(verified().calls).toEqual([(await large).call, (await small).call]);
    expect(verified().calls.map(({ request }) => request)).toEqual([LARGE, null]);
  });

  it('creates the call file for its owner only, and never writes to an existing file or through a link', () => {
    FileCallRecorder.open(folder, OPENING);
    expect(statSync(join(folder, CALLS_FILE)).mode & 0o077).toBe(0);
    expect(() => FileCallRecorder.open(folder, OPENING)).toThrow(/returned an error while creating/);
    rmSync(join(folder, CALLS_FILE));
    symlinkSync(join(folder, 'elsewhere'), join(folder, CALLS_FILE));
    expect(() => FileCallRecorder.open(folder, OPENING)).toThrow(/returned an error while creating/);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('rejects a call after the recorder was closed', async () => {
    const recorder = FileCallRecorder.open(folder, OPENING);
    await recorder.close();
    await expect(recorder.record(CALL)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  it('leaves only complete lines when the disk is full, and continues when space is free again', () => {
    const printed = recordWithLittleSpace(`
      const failed = await recorder.record({ ...call, request: 'x'.repeat(2_000_000) }).catch((error) => error);
      console.log(failed.code);`);
    expect(printed).toBe('STORAGE_FULL\n');
    expect(verified().flaw).toBeUndefined();
    expect(verified().calls.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('a large call that does not fit takes the calls that wait for it with it', () => {
    const printed = recordWithLittleSpace(`
      const request = 'x'.repeat(2_000_000);
      const waiting = [recorder.record({ ...call, request }, { request, response: '' }), recorder.record(call)];
      for (const { reason } of await Promise.allSettled(waiting)) console.log(reason.code);`);
    expect(printed).toBe('STORAGE_FULL\nSTORAGE_FULL\n');
    expect(verified().flaw).toBeUndefined();
    expect(verified().calls.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

/** Records one call, runs the code, and records another call, in a process that cannot write more than 1 MB. */
function recordWithLittleSpace(code: string): string {
  const script = join(folder, 'fill.ts');
  const recorder = fileURLToPath(new URL('./file-call-recorder.ts', import.meta.url));
  writeFileSync(
    script,
    `import { FileCallRecorder } from ${JSON.stringify(recorder)};
     const recorder = FileCallRecorder.open(${JSON.stringify(folder)}, ${JSON.stringify(OPENING)});
     const call = ${JSON.stringify(CALL)};
     await recorder.record(call);
     ${code}
     await recorder.record(call);
     await recorder.close();`,
  );
  // A limit on file sizes makes the write fail like a full disk and needs no privileges.
  const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$@"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}
