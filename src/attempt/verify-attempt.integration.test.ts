import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnchainedCall } from '../gateway/calls/call-recorder.ts';
import { hotkeyFromSeed } from '../identity/hotkey.ts';
import { sha256 } from '../store/sha256.ts';
import { scaled } from '../testing/scaled.ts';
import { AttemptStore } from './record/attempt-store.ts';
import { writeDocument } from './record/canonical-document.ts';
import { signReceipt } from './record/receipt.ts';
import { runLine } from './record/run-chain.ts';
import type { SealedAttempt } from './record/seal-attempt.ts';
import { SAMPLE_CALLS, SAMPLE_OUTCOME, sealSample } from './testing/sample-attempt.ts';
import type { Check } from './verify/check.ts';
import { verifyAttempt } from './verify-attempt.ts';

let folder: string;
let store: AttemptStore;
let sealed: readonly SealedAttempt[];
let id: string;
const run_id = randomUUID();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-verify-'));
  store = new AttemptStore(folder);
  sealed = [
    await sealSample(store, { run_id }),
    await sealSample(store, { run_id }),
    await sealSample(store, { run_id }),
  ];
  id = sealed[1]!.attempt.attempt_id;
});
afterEach(() => rmSync(folder, { recursive: true }));

function place(name: string): string {
  return join(folder, name);
}

/** Changes a file, runs the work, and restores the file. */
async function whileChanged<T>(
  name: string,
  change: (bytes: Buffer) => Uint8Array,
  work: () => Promise<T>,
): Promise<T> {
  const path = place(name);
  const before = readFileSync(path);
  chmodSync(path, 0o600);
  writeFileSync(path, change(Buffer.from(before)));
  try {
    return await work();
  } finally {
    writeFileSync(path, before);
  }
}

async function failures(attemptId = id): Promise<readonly Check[]> {
  const { checks, verified } = await verifyAttempt(store, attemptId);
  const failing = checks.filter((check) => !check.ok);
  expect(verified).toBe(failing.length === 0);
  return failing;
}

/** All files of an attempt: its own, its blobs, its run. */
function filesOf({ attempt }: SealedAttempt): readonly string[] {
  const blobs = Object.values(attempt.blobs).flatMap((blob) =>
    blob === null || blob.bytes === 0 ? [] : [blob.sha256],
  );
  return [
    `attempts/${attempt.attempt_id}/attempt.json`,
    `attempts/${attempt.attempt_id}/receipt.json`,
    `runs/${attempt.run_id}.jsonl`,
    ...new Set(blobs.map((hash) => `blobs/${store.blobs.placeOf(hash)}`)),
  ];
}

function flip(bytes: Buffer, bit: number): Buffer {
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  return bytes;
}

describe('verifyAttempt', () => {
  it('verifyAttempt runs every check on an untouched attempt and finds nothing', async () => {
    const { checks, verified, attempt, receipt, calls } = await verifyAttempt(store, id);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(verified).toBe(true);
    expect(attempt).toEqual(sealed[1]!.attempt);
    expect(receipt).toEqual(sealed[1]!.receipt);
    expect(calls).toHaveLength(3);
    const looked = new Set(checks.map((check) => check.where));
    for (const file of filesOf(sealed[1]!)) expect(looked).toContain(file);
    expect(checks.map((check) => check.what)).toEqual([
      'receipt: in canonical form',
      'receipt: signed by its hotkey',
      'record: the one that was signed',
      'record: in canonical form',
      'record: agrees with receipt and itself',
      'blob agent: the bytes that were kept',
      'blob calls: the bytes that were kept',
      'blob answer: the bytes that were kept',
      'blob stdout: the bytes that were kept',
      'blob stderr: the bytes that were kept',
      'blob dialogue: the bytes that were kept',
      'calls: one unbroken chain',
      'calls: add up to the record',
      'run: receipts in one unbroken chain',
      'run: nothing is missing before the last one here',
    ]);
  });

  it('verifyAttempt names exactly the file in which a bit was flipped', {
    timeout: scaled(120_000),
  }, async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const bytes = fc.uint8Array({ maxLength: 200 });
    const call: fc.Arbitrary<UnchainedCall> = fc
      .record({ base: fc.constantFrom(...SAMPLE_CALLS), q: text, request: fc.jsonValue(), response: fc.jsonValue() })
      .map(({ base, q, request, response }) => ({ ...base, parameters: { q }, request, response }));
    const attempts = fc.record({
      query: text,
      name: text,
      source: bytes,
      printed: bytes,
      dialogue: fc.option(bytes),
      calls: fc.array(call, { maxLength: 4 }),
      exit: fc.nat(255),
      flips: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 25, maxLength: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(attempts, async ({ query, name, source, printed, dialogue, calls, exit, flips }) => {
        const outcome = {
          ...SAMPLE_OUTCOME,
          standardOutput: printed,
          ending: { kind: 'finished', exitCode: exit } as const,
        };
        const one = await sealSample(
          store,
          { run_id, problem: { problem_id: 'p', query }, agent: { name, source } },
          { outcome, fault: null, dialogue },
          calls,
        );
        const attemptId = one.attempt.attempt_id;
        const files = filesOf(one);
        expect(await failures(attemptId)).toEqual([]);
        for (const [which, where] of flips) {
          const file = files[which % files.length]!;
          const found = await whileChanged(
            file,
            (content) => flip(content, where % (content.length * 8)),
            () => failures(attemptId),
          );
          expect({ file, blamed: [...new Set(found.map((check) => check.where))] }).toEqual({ file, blamed: [file] });
        }
        expect(await failures(attemptId)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('verifyAttempt names the byte and the field of a record in which one byte was changed', async () => {
    const { attempt } = sealed[1]!;
    const file = `attempts/${id}/attempt.json`;
    const cases: [field: string, search: string][] = [
      ['usage.cpu_ms', `"cpu_ms":${attempt.usage.cpu_ms}`],
      ['models.0.simulated', '"simulated":true'],
      [
        'blobs.stdout.sha256',
        `"stdout":{"bytes":${attempt.blobs.stdout.bytes},"sha256":"${attempt.blobs.stdout.sha256}"`,
      ],
      ['ending.exit_code', '"exit_code":0'],
      ['finished_at', `"finished_at":"${attempt.finished_at}`],
    ];
    for (const [index, [field, search]] of cases.entries()) {
      // Both a byte of JSON and one of no UTF-8 text; once is enough for the first.
      for (const value of index === 0 ? [0x7b, 0xff] : [0xff]) {
        let position = -1;
        const change = (bytes: Buffer): Buffer => {
          position = bytes.indexOf(search) + search.length - 1;
          bytes[position] = bytes[position] === value ? value + 1 : value;
          return bytes;
        };
        const [first, ...rest] = await whileChanged(file, change, () => failures());
        expect(first).toMatchObject({ what: 'record: the one that was signed', where: file });
        expect(first!.detail).toMatch(`byte ${position} was changed, in field ${field}: it is 0x`);
        for (const check of rest) expect(check.where).toBe(file);
      }
    }
  });

  it('verifyAttempt names the changed fields of a rewritten record, from the other files', async () => {
    const file = `attempts/${id}/attempt.json`;
    const { attempt } = sealed[1]!;
    const other = hotkeyFromSeed(new Uint8Array(32).fill(9)).address;
    const rewritten = {
      ...attempt,
      validator: other,
      usage: { ...attempt.usage, spend_microdollars: 0, calls: { ...attempt.usage.calls, refused: 0 } },
      blobs: { ...attempt.blobs, stdout: { sha256: sha256('never kept'), bytes: 3 } },
    };
    const found = await whileChanged(
      file,
      () => writeDocument(rewritten),
      () => failures(),
    );
    expect(new Set(found.map((check) => check.where))).toEqual(new Set([file]));
    const details = found.map((check) => check.detail).join('\n');
    expect(details).toContain(`validator is ${other} where ${attempt.validator} is expected`);
    expect(details).toContain('usage.spend_microdollars is 0 where 45 is expected');
    expect(details).toContain('usage.calls.refused is 0 where 1 is expected');
    expect(details).toContain('blobs.stdout.sha256 names a blob that is not there');
  });

  it('verifyAttempt names the changed field of a receipt, from its copy in the run', async () => {
    const file = `attempts/${id}/receipt.json`;
    for (const [field, search] of [
      ['sequence', '"sequence":2'],
      ['signed_at', '"signed_at":"20'],
      ['attempt_hash', '"attempt_hash":"'],
    ]) {
      const change = (bytes: Buffer): Buffer => flip(bytes, (bytes.indexOf(search!) + search!.length - 1) * 8);
      const found = await whileChanged(file, change, () => failures());
      expect(new Set(found.map((check) => check.where))).toEqual(new Set([file]));
      expect(found.map((check) => check.detail).join('\n')).toContain(`in field ${field}`);
    }
  });

  it('verifyAttempt names the changed call and its bytes', async () => {
    const { blobs } = sealed[1]!.attempt;
    const file = `blobs/${store.blobs.placeOf(blobs.calls.sha256)}`;
    const lines = readFileSync(place(file), 'utf8').split('\n');
    const start = Buffer.byteLength(lines[0]!) + 1;
    const end = start + Buffer.byteLength(lines[1]!);
    const found = await whileChanged(
      file,
      (bytes) => flip(bytes, (start + 40) * 8),
      () => failures(),
    );
    expect(found.map((check) => [check.what, check.where])).toEqual([
      ['blob calls: the bytes that were kept', file],
      ['calls: one unbroken chain', file],
    ]);
    expect(found[1]!.detail).toContain(`call 2 (bytes ${start} to ${end}): `);
    const cut = await whileChanged(
      file,
      (bytes) => bytes.subarray(0, start),
      () => failures(),
    );
    expect(cut.map((check) => check.where)).toEqual([file, file]);
    expect(cut[1]!.detail).toBe(`ends after call 1 of 3, at byte ${start}`);
  });

  it('verifyAttempt detects files that are missing, longer, or renamed', async () => {
    for (const file of filesOf(sealed[1]!)) {
      renameSync(place(file), place('elsewhere'));
      const found = await failures();
      expect(found.length).toBeGreaterThan(0);
      for (const check of found) expect(check.where).toBe(file);
      renameSync(place('elsewhere'), place(file));
      const longer = await whileChanged(
        file,
        (bytes) => Buffer.concat([bytes, Buffer.from(' ')]),
        () => failures(),
      );
      expect(longer.length).toBeGreaterThan(0);
      for (const check of longer) expect(check.where).toBe(file);
    }
    const blob = `blobs/${store.blobs.placeOf(sealed[1]!.attempt.blobs.stderr.sha256)}`;
    renameSync(place(blob), place(`${blob.slice(0, -1)}${blob.endsWith('0') ? '1' : '0'}`));
    expect(await failures()).toMatchObject([{ where: blob, detail: 'is missing' }]);
  });

  it('verifyAttempt detects a folder with the id of another attempt', async () => {
    const wrong = randomUUID();
    renameSync(place(`attempts/${id}`), place(`attempts/${wrong}`));
    const found = await failures(wrong);
    expect(found).toMatchObject([
      { where: `attempts/${wrong}`, detail: `holds attempt ${id}` },
      { where: `attempts/${id}/receipt.json`, detail: 'is missing: receipt 2 of the run' },
    ]);
  });

  it('verifyAttempt detects a missing receipt from any attempt of the run', async () => {
    const [first, second, third] = sealed.map(({ attempt }) => attempt.attempt_id) as [string, string, string];
    const lines = readFileSync(place(`runs/${run_id}.jsonl`), 'utf8').split('\n');
    cpSync(place(`attempts/${second}`), place('kept'), { recursive: true });
    rmSync(place(`attempts/${second}`), { recursive: true });
    for (const attempt of [first, third]) {
      expect(await failures(attempt)).toMatchObject([{ where: `attempts/${second}/receipt.json` }]);
    }
    const without = [lines[0], lines[2], ''].join('\n');
    for (const attempt of [first, third]) {
      const [found] = await whileChanged(
        `runs/${run_id}.jsonl`,
        () => Buffer.from(without),
        () => failures(attempt),
      );
      expect(found).toMatchObject({ where: `runs/${run_id}.jsonl`, detail: expect.stringContaining('line 2 (bytes ') });
      expect(found!.detail).toContain('a receipt was dropped, added or moved');
    }
  });

  it('verifyAttempt rejects a receipt signed with another key', async () => {
    const { attempt, receipt } = sealed[2]!;
    const { version: _, hotkey: __, signature: ___, ...unsigned } = receipt;
    const forged = signReceipt(unsigned, hotkeyFromSeed(new Uint8Array(32).fill(9)));
    const run = `runs/${run_id}.jsonl`;
    const own = `attempts/${attempt.attempt_id}/receipt.json`;
    const found = await whileChanged(
      own,
      () => writeDocument(forged),
      () => failures(attempt.attempt_id),
    );
    expect(found.map((check) => check.detail).join('\n')).toContain('another receipt of this attempt');
    const length = readFileSync(place(run)).length - runLine(receipt).length;
    await whileChanged(
      own,
      () => writeDocument(forged),
      async () => {
        const both = await whileChanged(
          run,
          (bytes) => Buffer.concat([bytes.subarray(0, length), runLine(forged)]),
          () => failures(attempt.attempt_id),
        );
        const details = both.map((check) => check.detail).join('\n');
        expect(details).toContain('validator is');
        expect(details).toContain('signed by another hotkey than the one before');
      },
    );
  });

  it('verifyAttempt reports an attempt of which hardly anything is left', async () => {
    for (const name of ['attempt.json', 'receipt.json']) {
      chmodSync(place(`attempts/${id}/${name}`), 0o600);
      truncateSync(place(`attempts/${id}/${name}`), 10);
    }
    const found = await failures();
    expect(new Set(found.map((check) => check.where))).toEqual(
      new Set([`attempts/${id}/attempt.json`, `attempts/${id}/receipt.json`]),
    );
    rmSync(place('runs'), { recursive: true });
    rmSync(place('blobs'), { recursive: true });
    expect((await failures()).length).toBeGreaterThan(0);
    expect((await failures(randomUUID())).length).toBeGreaterThan(0);
  });

  it('verifyAttempt checks every file of an attempt', async () => {
    const all = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    const looked = new Set(sealed.flatMap(filesOf));
    expect(all.filter((file) => !looked.has(file))).toEqual([]);
  });
});
