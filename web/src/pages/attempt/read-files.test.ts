import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDialogueFile, readEvidenceFile } from './read-files.ts';
import { unpackFile } from './unpack-file.ts';

function packed(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(JSON.stringify(value)));
}

describe('an uploaded file', () => {
  it('an uploaded file is decompressed, or used as it is if not compressed', async () => {
    const bytes = new TextEncoder().encode('[]');
    expect(await unpackFile(new Uint8Array(gzipSync(bytes)), 10)).toEqual({ ok: true, bytes });
    expect(await unpackFile(bytes, 10)).toEqual({ ok: true, bytes });
  });

  it('an uploaded file is dropped as soon as it grows too large', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 ** 2)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await unpackFile(bomb, 1024 ** 2)).toEqual({
      ok: false,
      reason: expect.stringContaining('more than 1 MiB'),
    });
    expect(await readDialogueFile(bomb)).toMatchObject({ ok: false });
    expect(await unpackFile(new Uint8Array(20), 10)).toMatchObject({ ok: false });
  });

  it('an uploaded file that is damaged, truncated or has trailing bytes is reported', async () => {
    const whole = gzipSync('[1,2,3]');
    for (const bytes of [whole.subarray(0, 12), Buffer.concat([whole.subarray(0, 10), Buffer.alloc(9, 255)])]) {
      expect(await unpackFile(new Uint8Array(bytes), 100)).toEqual({
        ok: false,
        reason: 'It is damaged: it cannot be unpacked.',
      });
    }
  });

  it.each<[string, unknown]>([
    ['a text', 'hello'],
    ['an object', {}],
    ['nothing', null],
  ])('an uploaded file with %s is not a dialogue', async (_, value) => {
    expect(await readDialogueFile(packed(value))).toMatchObject({ ok: false, reason: 'It is not a list of steps.' });
  });

  it('an uploaded file nested too deeply is rejected before any recursive code', async () => {
    const deep = new Uint8Array(gzipSync(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    expect(await readDialogueFile(deep)).toMatchObject({ ok: false, reason: expect.stringContaining('levels deep') });
    expect(await readEvidenceFile(deep)).toMatchObject({ ok: false });
  });

  it('an uploaded file that is not JSON is reported in our words', async () => {
    const tricks = '[\u202Eevil <a href=x>\u0007 Session expired: sign in at evil.example';
    for (const read of [readDialogueFile, readEvidenceFile]) {
      expect(await read(new Uint8Array(gzipSync(tricks)))).toEqual({
        ok: false,
        reason: 'It cannot be read: it is not JSON.',
      });
    }
  });

  it('reads steps of any shape from an uploaded file', async () => {
    const tool_call = [
      { name: 'find_product', parameters: { q: 'x' }, result: [1] },
      { name: 7, parameters: 'x' },
    ];
    const message = { think: 'a', tool_call, response: { not: 'text' } };
    const odd = [{ completion: { message } }, null, 'text', { completion: [] }, { completion: { message: {} } }];
    const read = await readDialogueFile(packed(odd));
    expect(read.ok && read.value).toMatchObject([
      {
        number: 1,
        think: 'a',
        response: '{"not":"text"}',
        calls: [
          { name: 'find_product', parameters: { q: 'x' }, result: [1] },
          { name: '7', parameters: 'x' },
        ],
        malformed: true,
      },
      { number: 2, think: null, calls: [], malformed: true },
      { number: 3, malformed: true },
      { number: 4, malformed: true },
      { number: 5, malformed: false },
    ]);
  });

  it('reads evidence as far as it is readable', async () => {
    const calls = [
      { sequence: 1, kind: 'search' },
      null,
      'x',
      { sequence: 'one', kind: 'search' },
      { sequence: 2, kind: 7 },
    ];
    const odd = { attempt: 7, verdict: { rules: [], judgement: { evidence: [null, { gate: 1 }] } }, calls };
    const read = await readEvidenceFile(packed(odd));
    expect(read.ok && read.value).toMatchObject({
      attempt: null,
      receipt: null,
      calls: [{ sequence: 1, kind: 'search', parameters: {}, text: '', emitted: [] }],
      sheets: [],
      judgement: {
        quality: null,
        quotes: [
          { id: 0, call: 0 },
          { id: 1, gate: 1 },
        ],
      },
    });
    expect(await readEvidenceFile(packed([]))).toMatchObject({ ok: false });
  });
});
