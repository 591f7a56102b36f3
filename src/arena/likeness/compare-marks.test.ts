import { describe, expect, it } from 'vitest';
import { compareMarks, type KnownMark, MOST_CONTESTANTS } from './compare-marks.ts';
import { closeness, FEWEST_SHARED } from './near-copies.ts';

const marks = [1, 2, 3, 4].map((mark) => ({ mark, line: 10 * mark }));

function seen(mark: number, knownMark: Partial<KnownMark> = {}): KnownMark {
  return { mark, line: mark, agentVersionId: 'theirs-1', hotkey: 'theirs', submittedAt: 5, ...knownMark };
}

describe('comparing a file with earlier ones', () => {
  it('reports how much of a file another contestant had, in which version and on which lines', () => {
    const knownMarks = [seen(1), seen(2), seen(3, { agentVersionId: 'theirs-2' }), seen(9)];
    expect(compareMarks({ hotkey: 'mine', marks }, knownMarks)).toEqual([
      {
        hotkey: 'theirs',
        count: 3,
        share: 0.75,
        versions: [
          {
            agentVersionId: 'theirs-1',
            count: 2,
            linePairs: [
              [10, 1],
              [20, 2],
            ],
          },
          { agentVersionId: 'theirs-2', count: 1, linePairs: [[30, 3]] },
        ],
      },
    ]);
  });

  it('does not compare a contestant with their own versions', () => {
    expect(compareMarks({ hotkey: 'theirs', marks }, [seen(1), seen(2)])).toEqual([]);
  });

  it('does not report the contestant who had the code first', () => {
    const first = [1, 2].map((mark) => seen(mark, { hotkey: 'mine', agentVersionId: 'mine-1', submittedAt: 4 }));
    expect(compareMarks({ hotkey: 'mine', marks }, [...first, seen(1), seen(2)])).toEqual([]);
    expect(compareMarks({ hotkey: 'theirs', marks }, [...first, seen(1), seen(2)])).toMatchObject([
      { hotkey: 'mine', count: 2, share: 0.5 },
    ]);
  });

  it('ignores code that nearly every contestant has, on both sides of the threshold', () => {
    const everybody = Array.from({ length: MOST_CONTESTANTS + 1 }, (_, index) =>
      seen(4, { hotkey: `hotkey-${index}` }),
    );
    expect(compareMarks({ hotkey: 'mine', marks }, [...everybody, seen(1)])).toMatchObject([
      { hotkey: 'theirs', count: 1, share: 1 / 3 },
    ]);
    expect(compareMarks({ hotkey: 'mine', marks }, everybody)).toEqual([]);
  });

  it('a file without marks is like no other', () => {
    expect(compareMarks({ hotkey: 'mine', marks: [] }, [])).toEqual([]);
  });
});

describe('closeness of two files', () => {
  const work = (count: number, share: number) => ({
    hotkey: 'theirs',
    count,
    share,
    versions: [{ agentVersionId: 'v', count, linePairs: [] }],
  });

  it('closeness is the copied part of the file, or of the other file', () => {
    expect(closeness(work(100, 0.8), new Map([['v', 1_000]]))).toBe(0.8);
    expect(closeness(work(100, 0.1), new Map([['v', 125]]))).toBe(0.8);
  });

  it('closeness is that of the version with most of the copied code', () => {
    const brought = new Map([
      ['v', 100],
      ['another', 900],
    ]);
    expect(closeness(work(90, 0.1), brought)).toBe(0.9);
  });

  it('closeness is that of all versions together when each brought little', () => {
    const versions = [1, 2, 3].map((number) => ({ agentVersionId: `v${number}`, count: 20, linePairs: [] }));
    const brought = new Map(versions.map(({ agentVersionId }) => [agentVersionId, 25]));
    expect(closeness({ hotkey: 'theirs', count: 60, share: 0.1, versions }, brought)).toBe(0.8);
  });

  it('closeness is zero when too little is shared to be meaningful', () => {
    expect(closeness(work(FEWEST_SHARED - 1, 1), new Map([['v', FEWEST_SHARED - 1]]))).toBe(0);
  });
});
