import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { PROCESS_NAMESPACE } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import {
  recordCalls,
  SAMPLE_CALLS,
  SAMPLE_HOTKEY,
  SAMPLE_OUTCOME,
  SAMPLE_RESULT,
  sampleAttempt,
  sealSample,
} from '../testing/sample-attempt.ts';
import { verifyAttempt } from '../verify-attempt.ts';
import { AttemptStore } from './attempt-store.ts';
import { writeDocument } from './canonical-document.ts';
import { openingHash } from './opening-hash.ts';
import { problemHash } from './problem-hash.ts';

let folder: string;
let store: AttemptStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-attempts-'));
  store = new AttemptStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

function names(...path: string[]): string[] {
  return existsSync(join(folder, ...path)) ? readdirSync(join(folder, ...path)).sort() : [];
}

async function expectVerified(id: string): Promise<void> {
  const { checks } = await verifyAttempt(store, id);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
}

const INTERRUPTED = { code: 'GATEWAY_FAILED', message: 'The process that ran the attempt died.' } as const;

describe('an attempt in the store', () => {
  it('stores an attempt completely and signed, and reads it again', async () => {
    const { attempt, receipt } = await sealSample(store, { attempt_id: 'aaaaaaaa-0000-4000-8000-000000000001' });
    expect(store.list()).toEqual([attempt.attempt_id]);
    expect(store.read(attempt.attempt_id)).toEqual(attempt);
    expect(names('attempts', attempt.attempt_id)).toEqual(['attempt.json', 'receipt.json']);
    expect(names('working')).toEqual([]);
    const path = join(folder, 'attempts', attempt.attempt_id, 'attempt.json');
    expect(statSync(path).mode & 0o222).toBe(0);
    expect(sha256(readFileSync(path))).toBe(receipt.attempt_hash);
    expect(receipt).toMatchObject({ sequence: 1, previous: null, verdict_hash: null, hotkey: SAMPLE_HOTKEY.address });
    expect(attempt).toMatchObject({
      problem_hash: problemHash({ problem_id: 'p-1', query: 'a red lamp under 500 pesos' }),
      ending: { kind: 'finished', exit_code: 0 },
      fault: null,
      sandbox: { isolation: 'full' },
      limits: { sandbox: { wall_ms: 300_000 }, gateway: { requests_per_second: 30, idle_ms: 60_000 } },
      usage: {
        wall_ms: 1234,
        cpu_ms: 321,
        calls: { search: 1, view: 0, inference: 1, models: 0, health: 0, refused: 1 },
        prompt_tokens: 120,
        completion_tokens: 30,
        spend_microdollars: 45,
      },
      chain: { opening: openingHash(attempt), calls: 3 },
    });
    expect(Buffer.from(await store.blobs.get(attempt.blobs.stdout.sha256)).toString()).toBe('looking for lamps\n');
    await expectVerified(attempt.attempt_id);
  });

  it('stores an attempt without sandbox, calls and answer, but not without both ending and fault', async () => {
    const fault = { code: 'SANDBOX_FAILED', message: `no room\ud800${'x'.repeat(5_000)}` } as const;
    const working = await store.begin(sampleAttempt());
    const { attempt } = await store.finish(working, { outcome: null, fault, dialogue: null }, SAMPLE_HOTKEY);
    expect(attempt).toMatchObject({ ending: null, fault: { number: 2002, owner: 'validator' }, chain: { calls: 0 } });
    expect(attempt.fault!.message).toHaveLength(2_000);
    expect(attempt.blobs.dialogue).toBeNull();
    await expectVerified(attempt.attempt_id);
    const other = await store.begin(sampleAttempt());
    await expect(store.finish(other, { outcome: null, fault: null, dialogue: null }, SAMPLE_HOTKEY)).rejects.toThrow();
  });

  it('marks an attempt permanently when the agent was not isolated', async () => {
    const sandbox = { ...sampleAttempt().sandbox, tier: 'none' as const, isolation: 'none' as const };
    const { attempt } = await sealSample(store, { sandbox });
    expect(store.read(attempt.attempt_id).sandbox.isolation).toBe('none');
  });

  it('an attempt is hidden until it is sealed, but its calls can be read meanwhile', async () => {
    const working = await store.begin(sampleAttempt());
    expect(store.list()).toEqual([]);
    await recordCalls(working);
    expect(readFileSync(working.callsPath, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(await store.recover()).toEqual([]);
    expect(() => store.find(working.identity.attempt_id.slice(0, 8))).toThrow(/is not finished/);
    await store.finish(working, SAMPLE_RESULT, SAMPLE_HOTKEY);
    expect(store.list()).toHaveLength(1);
  });

  it('does not sign an attempt whose calls were changed while it ran', async () => {
    const working = await store.begin(sampleAttempt());
    const callsHead = await recordCalls(working);
    const whole = readFileSync(working.callsPath);
    const refusals: [content: Uint8Array, message: RegExp][] = [
      [Buffer.from(whole.toString().replace('red lamp', 'bed lamp')), /call [12] \(bytes \d+ to \d+\)/],
      [whole.subarray(0, -10), /call 3/],
      [whole.subarray(0, whole.lastIndexOf('{"duration_ms"')), /does not end with the last call that was recorded/],
    ];
    for (const [content, message] of refusals) {
      writeFileSync(working.callsPath, content);
      await expect(store.finish(working, { ...SAMPLE_RESULT, callsHead }, SAMPLE_HOTKEY)).rejects.toMatchObject({
        code: 'EVIDENCE_CORRUPT',
        message: expect.stringMatching(message),
      });
      expect(readFileSync(working.callsPath)).toEqual(Buffer.from(content));
    }
    rmSync(working.callsPath);
    const elsewhere = join(folder, 'elsewhere.jsonl');
    writeFileSync(elsewhere, whole);
    symlinkSync(elsewhere, working.callsPath);
    await expect(store.finish(working, SAMPLE_RESULT, SAMPLE_HOTKEY)).rejects.toMatchObject({
      message: expect.stringContaining('is a link'),
    });
    expect(store.list()).toEqual([]);
  });

  it('an attempt is signed once, by the validator that began it', async () => {
    const stranger = hotkeyFromSeed(new Uint8Array(32).fill(9));
    const working = await store.begin(sampleAttempt());
    await expect(store.finish(working, SAMPLE_RESULT, stranger)).rejects.toThrow(/did not begin/);
    await store.finish(working, SAMPLE_RESULT, SAMPLE_HOTKEY);
    await expect(store.finish(working, SAMPLE_RESULT, SAMPLE_HOTKEY)).rejects.toThrow(/sealed already/);
    const { run_id } = working.identity;
    const theirs = await store.begin(sampleAttempt({ run_id, validator: stranger.address }));
    await expect(store.finish(theirs, SAMPLE_RESULT, stranger)).rejects.toThrow(/belongs to/);
  });

  it('numbers attempts of a run without gaps when several processes seal them concurrently', async () => {
    const run_id = randomUUID();
    const script = `
      const { AttemptStore } = await import(${JSON.stringify(new URL('./attempt-store.ts', import.meta.url).href)});
      const { sealSample } = await import(${JSON.stringify(new URL('../testing/sample-attempt.ts', import.meta.url).href)});
      const store = new AttemptStore(process.argv[1]);
      await Promise.all(Array.from({ length: 4 }, () => sealSample(store, { run_id: process.argv[2] })));`;
    const elsewhere = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, run_id]);
    await Promise.all([elsewhere, ...Array.from({ length: 6 }, () => sealSample(store, { run_id }))]);
    expect(store.list()).toHaveLength(10);
    const lines = readFileSync(join(folder, 'runs', `${run_id}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const id of store.list()) await expectVerified(id);
  });

  it('finds an attempt by the beginning of its id', async () => {
    const ids = ['abc00000-0000-4000-8000-000000000001', 'abd00000-0000-4000-8000-000000000002'] as const;
    for (const attempt_id of ids) await sealSample(store, { attempt_id });
    mkdirSync(join(folder, 'attempts', 'not-an-attempt'));
    expect(store.find('abc')).toBe(ids[0]);
    expect(store.find('ABD0')).toBe(ids[1]);
    expect(store.find(ids[1])).toBe(ids[1]);
    const faults: [prefix: string, message: RegExp][] = [
      ['ab', new RegExp(`2 attempts begin with ab: ${ids[0]}, ${ids[1]}`)],
      ['', /no attempt {2}in .*, which has 2/],
      ['ff', /no attempt ff in /],
      ['../attempts', /no attempt/],
    ];
    for (const [prefix, message] of faults) {
      expect(() => store.find(prefix)).toThrow(message);
      expect(() => store.find(prefix)).toThrow(expect.objectContaining({ code: 'ATTEMPT_UNKNOWN' }));
    }
    expect(() => new AttemptStore(join(folder, 'nowhere')).find('ab')).toThrow(/which has 0/);
  });

  it('reports an attempt whose record cannot be read', async () => {
    const { attempt } = await sealSample(store);
    const path = join(folder, 'attempts', attempt.attempt_id, 'attempt.json');
    rmSync(path);
    writeFileSync(path, '{}');
    expect(() => store.read(attempt.attempt_id)).toThrow(expect.objectContaining({ code: 'EVIDENCE_CORRUPT' }));
  });
});

describe('recovery after a crash', () => {
  /** Makes the folder of a working attempt look as if its process had died. */
  function orphan(id: string): void {
    const path = join(folder, 'working', id, 'identity.json');
    const { identity } = JSON.parse(readFileSync(path, 'utf8'));
    // Higher than any Linux pid.
    writeFileSync(path, writeDocument({ identity, owner: { place: PROCESS_NAMESPACE, process: 2 ** 22 + 1 } }));
  }

  it('keeps the calls of an attempt whose process was killed, and can still seal it', async () => {
    const script = `
      const { AttemptStore } = await import(${JSON.stringify(new URL('./attempt-store.ts', import.meta.url).href)});
      const sample = await import(${JSON.stringify(new URL('../testing/sample-attempt.ts', import.meta.url).href)});
      const { appendFileSync } = await import('node:fs');
      const working = await new AttemptStore(process.argv[1]).begin(sample.sampleAttempt());
      await sample.recordCalls(working);
      appendFileSync(working.callsPath, '{"duration_ms":3,"fau');
      process.kill(process.pid, 'SIGKILL');`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder]);
    await expect(run).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(store.list()).toEqual([]);
    const [found, ...others] = await store.recover();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ state: 'interrupted', calls: 3 });
    if (found?.state !== 'interrupted') return;
    const result = { outcome: null, fault: INTERRUPTED, dialogue: null };
    const { attempt } = await store.finish(found.attempt, result, SAMPLE_HOTKEY);
    expect(attempt).toMatchObject({ chain: { calls: 3 }, usage: { calls: { refused: 1 } } });
    await expectVerified(attempt.attempt_id);
    expect(await store.recover()).toEqual([]);
    expect(names('working')).toEqual([]);
  });

  it('after a crash, shows an attempt that already had its place in the run', async () => {
    const run_id = randomUUID();
    const { attempt } = await sealSample(store, { run_id });
    const id = attempt.attempt_id;
    const stand = async (): Promise<void> => {
      await store.begin(sampleAttempt({ run_id, attempt_id: id }));
      renameSync(join(folder, 'attempts', id), join(folder, 'working', id, 'sealed'));
    };
    await stand();
    orphan(id);
    expect(await store.recover()).toMatchObject([{ id, state: 'sealed' }]);
    await expectVerified(id);
    expect(names('working')).toEqual([]);

    // Sealing the next attempt of the run does it as well.
    await stand();
    const next = await sealSample(store, { run_id });
    expect(store.list()).toHaveLength(2);
    await expectVerified(next.attempt.attempt_id);
    await expectVerified(id);

    // After the rename, only the working folder is left to remove.
    await store.begin(sampleAttempt({ run_id, attempt_id: id }));
    orphan(id);
    expect(await store.recover()).toMatchObject([{ id, state: 'sealed' }]);
    expect(names('working')).toEqual([]);
  });

  it('after a crash, keeps the record of an attempt that had no place in the run yet', async () => {
    const { attempt } = await sealSample(store);
    const { attempt_id: id, run_id } = attempt;
    await store.begin(sampleAttempt({ run_id, attempt_id: id }));
    renameSync(join(folder, 'attempts', id), join(folder, 'working', id, 'sealed'));
    writeFileSync(join(folder, 'runs', `${run_id}.jsonl`), '');
    orphan(id);
    const [found] = await store.recover();
    expect(found).toMatchObject({ id, state: 'interrupted' });
    if (found?.state !== 'interrupted') return;
    const again = await store.finish(
      found.attempt,
      { outcome: null, fault: INTERRUPTED, dialogue: null },
      SAMPLE_HOTKEY,
    );
    expect(again.attempt).toEqual(attempt);
    await expectVerified(id);
  });

  it('after a crash, appends to a run file that ends with half a line', async () => {
    const run_id = randomUUID();
    const first = await sealSample(store, { run_id });
    appendFileSync(join(folder, 'runs', `${run_id}.jsonl`), '{"attempt_hash":"12');
    const second = await sealSample(store, { run_id });
    expect(second.receipt.sequence).toBe(2);
    await expectVerified(first.attempt.attempt_id);
    await expectVerified(second.attempt.attempt_id);
  });

  it('appends nothing to a run file with a corrupt line, and keeps the unsealed calls', async () => {
    const run_id = randomUUID();
    await sealSample(store, { run_id });
    // By now this process has verified the first line and remembers it.
    await sealSample(store, { run_id });
    const path = join(folder, 'runs', `${run_id}.jsonl`);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"sequence":1', '"sequence":2'));
    const working = await store.begin(sampleAttempt({ run_id }));
    await recordCalls(working);
    await expect(store.finish(working, SAMPLE_RESULT, SAMPLE_HOTKEY)).rejects.toMatchObject({
      code: 'EVIDENCE_CORRUPT',
      message: expect.stringContaining('line 1'),
    });
    expect(existsSync(working.callsPath)).toBe(true);
    orphan(working.identity.attempt_id);
    expect(await store.recover()).toMatchObject([{ state: 'damaged', reason: expect.stringContaining('line 1') }]);
    expect(existsSync(working.callsPath)).toBe(true);
  });

  it('recovery reports what it cannot read and removes what never began', async () => {
    const working = await store.begin(sampleAttempt());
    writeFileSync(join(working.folder, 'identity.json'), '{');
    mkdirSync(join(folder, 'working', `.begin-${PROCESS_NAMESPACE}-${2 ** 22 + 1}-${randomUUID()}`));
    const found = await store.recover();
    expect(found).toMatchObject([{ state: 'damaged', reason: expect.stringContaining('identity.json is not JSON') }]);
    expect(names('working')).toEqual([working.identity.attempt_id]);
  });

  it('recovery assumes for a day that an attempt of another machine is still running', async () => {
    const { folder: place, identity } = await store.begin(sampleAttempt());
    const owner = { place: 'elsewhere', process: 1 };
    writeFileSync(join(place, 'identity.json'), writeDocument({ identity, owner }));
    expect(await store.recover()).toEqual([]);
    const long = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(place, long, long);
    expect(await store.recover()).toMatchObject([{ state: 'interrupted', calls: 0 }]);
  });
});

describe('validation of a record', () => {
  it('rejects an attempt whose identity could not be read back', async () => {
    const refused = [
      { run_id: 'race-1' },
      { validator: 'nobody' },
      { attempt_id: '../../x' },
      { model: 'm'.repeat(300) },
    ];
    for (const rest of refused) {
      const message = expect.stringContaining(Object.keys(rest)[0]!);
      await expect(store.begin(sampleAttempt(rest))).rejects.toMatchObject({ code: 'INPUT_INVALID', message });
    }
    expect(names('working')).toEqual([]);
  });

  it('a record accepts every ending, and a fault as it was thrown', async () => {
    const kinds = [
      'out of time',
      'out of cpu',
      'out of memory',
      'printed too much',
      'answer too large',
      'stopped',
    ] as const;
    for (const ending of [...kinds.map((kind) => ({ kind })), { kind: 'crashed', signal: 'SIGSEGV' } as const]) {
      const fault = new Fault('AGENT_CRASHED', { message: 'It crashed.' });
      const result = { outcome: { ...SAMPLE_OUTCOME, ending }, fault, dialogue: null };
      const { attempt } = await sealSample(store, {}, result, SAMPLE_CALLS.slice(0, 1));
      expect(store.read(attempt.attempt_id)).toMatchObject({
        ending,
        fault: { code: 'AGENT_CRASHED', number: 1009, owner: 'agent', message: 'It crashed.' },
      });
    }
  });
});
