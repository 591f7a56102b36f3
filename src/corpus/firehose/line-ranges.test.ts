import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineRanges } from './line-ranges.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(content: string | Uint8Array): Promise<[number, string][] | undefined> {
  const path = join(folder, 'lines');
  writeFileSync(path, content);
  const bytes = readFileSync(path);
  const ranges = await lineRanges(path);
  return (
    ranges && (await Array.fromAsync(ranges, ({ number, start, end }) => [number, bytes.toString('utf8', start, end)]))
  );
}

describe('line ranges', () => {
  it('are the lines that are not blank, with their numbers', async () => {
    expect(await linesOf('a\n\n  \r\nbé\n\tc')).toEqual([
      [1, 'a'],
      [4, 'bé'],
      [5, '\tc'],
    ]);
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('\n\n')).toEqual([]);
  });

  it('hold for lines longer than what is read at once', async () => {
    const long = 'x'.repeat(9 * 1024 ** 2);
    expect(await linesOf(`${long}\nshort\n${long}`)).toEqual([
      [1, long],
      [2, 'short'],
      [3, long],
    ]);
  });

  it('are the same as splitting, whatever the lines', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('', ' ', 'row', '{"a":1}', 'é')), async (lines) => {
        const expected = lines
          .map((line, place) => [place + 1, line] as const)
          .filter(([, line]) => line.trim() !== '');
        expect(await linesOf(lines.join('\n'))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('are not given for packed files', async () => {
    expect(await linesOf(gzipSync('a\nb'))).toBeUndefined();
  });
});
