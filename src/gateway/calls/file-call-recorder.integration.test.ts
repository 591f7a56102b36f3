import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
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
    const script = join(folder, 'fill.ts');
    const recorder = fileURLToPath(new URL('./file-call-recorder.ts', import.meta.url));
    writeFileSync(
      script,
      `import { FileCallRecorder } from ${JSON.stringify(recorder)};
       const recorder = FileCallRecorder.open(${JSON.stringify(folder)}, ${JSON.stringify(OPENING)});
       const call = ${JSON.stringify(CALL)};
       await recorder.record(call);
       const failed = await recorder.record({ ...call, request: 'x'.repeat(2_000_000) }).catch((error) => error);
       await recorder.record(call);
       await recorder.close();
       console.log(failed.code);`,
    );
    // A limit on file sizes makes the write fail like a full disk and needs no privileges.
    const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$@"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('STORAGE_FULL\n');
    expect(verified().flaw).toBeUndefined();
    expect(verified().calls.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
