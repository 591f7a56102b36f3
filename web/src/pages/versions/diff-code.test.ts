import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffCode } from './diff-code.ts';

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

describe('a diff of two files', () => {
  it('shows changed lines with three lines around them, and how many are left out', () => {
    const left = numbers(1, 40).join('\n');
    const right = [...numbers(1, 9), 'changed', ...numbers(11, 40), 'line 41'].join('\n');
    const diff = diffCode(left, right)!;
    expect([diff.added, diff.removed]).toEqual([3, 2]);
    expect(diff.hunks.map(({ skipped, lines }) => [skipped, lines.length])).toEqual([
      [6, 8],
      [23, 6],
    ]);
    expect(diff.hunks[0]!.lines.slice(3, 5)).toEqual([
      { sign: '-', left: 10, right: null, text: 'line 10' },
      { sign: '+', left: null, right: 10, text: 'changed' },
    ]);
    expect(diff.hunks[1]!.lines.at(-1)).toEqual({ sign: '+', left: null, right: 41, text: 'line 41' });
  });

  it('a diff of equal files has no hunks', () => {
    expect(diffCode('a\nb\n', 'a\nb\n')).toEqual({ added: 0, removed: 0, hunks: [] });
  });

  it('gives up where nearly everything changed', () => {
    expect(diffCode(numbers(1, 3_000).join('\n'), numbers(20_000, 23_000).join('\n'))).toBeNull();
  });

  it('gives back both files from all lines', () => {
    const file = fc.array(fc.constantFrom('a', 'b', '', '+x', '-y', '\\z'), { maxLength: 12 });
    fc.assert(
      fc.property(file, file, (left, right) => {
        fc.pre(left.join('\n') !== right.join('\n'));
        const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
        const lines = diffCode(text(left), text(right), true)!.hunks.flatMap((hunk) => hunk.lines);
        expect(lines.filter(({ sign }) => sign !== '+').map(({ text: line }) => line)).toEqual(left);
        expect(lines.filter(({ sign }) => sign !== '-').map(({ text: line }) => line)).toEqual(right);
      }),
    );
  });
});
