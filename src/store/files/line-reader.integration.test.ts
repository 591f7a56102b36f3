import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type Line, type LineReaderOptions, readLines } from './line-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(content: string | Uint8Array, options?: LineReaderOptions): Promise<Line[]> {
  const path = join(folder, `file-${Math.random()}`);
  writeFileSync(path, content);
  return await Array.fromAsync(readLines(path, options));
}

describe('readLines', () => {
  it('counts every line and skips blank ones', async () => {
    expect(await linesOf('one\n\n  \nfour\r\nfive')).toEqual([
      { number: 1, text: 'one' },
      { number: 4, text: 'four\r' },
      { number: 5, text: 'five' },
    ]);
    expect(await linesOf('')).toEqual([]);
  });

  it('joins lines that were read in pieces', async () => {
    const long = 'x'.repeat(3_000_000);
    expect(await linesOf(`${long}\n${long}y\n`)).toEqual([
      { number: 1, text: long },
      { number: 2, text: `${long}y` },
    ]);
  });

  it('detects gzip by its first bytes, whatever the name', async () => {
    expect(await linesOf(gzipSync('one\ntwo\n'))).toEqual([
      { number: 1, text: 'one' },
      { number: 2, text: 'two' },
    ]);
  });

  it('reports a line that is too long or not UTF-8 and continues', async () => {
    const content = Buffer.concat([
      Buffer.from('ok\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('x'.repeat(50)),
      Buffer.from('\nok2'),
    ]);
    expect(await linesOf(content, { maxLineBytes: 40 })).toEqual([
      { number: 1, text: 'ok' },
      { number: 2, reason: 'is not valid UTF-8' },
      { number: 3, reason: 'is longer than 40 bytes' },
      { number: 4, text: 'ok2' },
    ]);
  });

  it('says where a gzip file is truncated', async () => {
    const whole = gzipSync(Array.from({ length: 1000 }, (_, i) => `line ${i} ${Math.random()}`).join('\n'));
    await expect(linesOf(whole.subarray(0, whole.length / 2))).rejects.toThrow(/truncated gzip file.*after line \d+/);
  });

  it('reads lines from a pipe, which can be opened only once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `printf 'one\\ntwo\\n' | gzip > '${pipe}'`]);
    expect(await Array.fromAsync(readLines(pipe))).toEqual([
      { number: 1, text: 'one' },
      { number: 2, text: 'two' },
    ]);
    writer.kill();
  });

  it('names the missing line file', async () => {
    await expect(Array.fromAsync(readLines(join(folder, 'nowhere.jsonl')))).rejects.toThrow(/nowhere\.jsonl/);
  });

  it('reports how much of a file has been read', async () => {
    let bytes = 0;
    await linesOf('one\ntwo\n', { onBytes: (read) => (bytes = read) });
    expect(bytes).toBe(8);
  });
});
