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
  it('line ranges cover every line that is not blank, with its number', async () => {
    expect(await linesOf('a\n\n  \r\nbé\n\tc')).toEqual([
      [1, 'a'],
      [4, 'bé'],
      [5, '\tc'],
    ]);
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('\n\n')).toEqual([]);
  });

  it('line ranges cover lines longer than one read', async () => {
    const long = 'x'.repeat(9 * 1024 ** 2);
    expect(await linesOf(`${long}\nshort\n${long}`)).toEqual([
      [1, long],
      [2, 'short'],
      [3, long],
    ]);
  });

  it('line ranges equal splitting by newlines, for any lines', async () => {
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

  it('line ranges are not available for compressed files', async () => {
    expect(await linesOf(gzipSync('a\nb'))).toBeUndefined();
  });
});
