import { describe, expect, it } from 'vitest';
import { compareMarks, MOST_CONTESTANTS, type Sighting } from './compare-marks.ts';
import { closeness, FEWEST_SHARED } from './near-copies.ts';

const marks = [1, 2, 3, 4].map((mark) => ({ mark, line: 10 * mark }));

function seen(mark: number, sighting: Partial<Sighting> = {}): Sighting {
  return { mark, line: mark, agentVersionId: 'theirs-1', hotkey: 'theirs', submittedAt: 5, ...sighting };
}

describe('comparing a file with what was there before', () => {
  it('says how much of it another had, in which version and on which lines', () => {
    const sightings = [seen(1), seen(2), seen(3, { agentVersionId: 'theirs-2' }), seen(9)];
    expect(compareMarks({ hotkey: 'mine', marks }, sightings)).toEqual([
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

  it('does not compare anybody with their own versions', () => {
    expect(compareMarks({ hotkey: 'theirs', marks }, [seen(1), seen(2)])).toEqual([]);
  });

  it('does not suspect whoever had it first', () => {
    const first = [1, 2].map((mark) => seen(mark, { hotkey: 'mine', agentVersionId: 'mine-1', submittedAt: 4 }));
    expect(compareMarks({ hotkey: 'mine', marks }, [...first, seen(1), seen(2)])).toEqual([]);
    expect(compareMarks({ hotkey: 'theirs', marks }, [...first, seen(1), seen(2)])).toMatchObject([
      { hotkey: 'mine', count: 2, share: 0.5 },
    ]);
  });

  it('leaves out what nearly everybody has, on both sides of the share', () => {
    const everybody = Array.from({ length: MOST_CONTESTANTS + 1 }, (_, index) =>
      seen(4, { hotkey: `hotkey-${index}` }),
    );
    expect(compareMarks({ hotkey: 'mine', marks }, [...everybody, seen(1)])).toMatchObject([
      { hotkey: 'theirs', count: 1, share: 1 / 3 },
    ]);
    expect(compareMarks({ hotkey: 'mine', marks }, everybody)).toEqual([]);
  });

  it('has nothing to say about a file without marks', () => {
    expect(compareMarks({ hotkey: 'mine', marks: [] }, [])).toEqual([]);
  });
});

describe('how close two files are', () => {
  const work = (count: number, share: number) => ({
    hotkey: 'theirs',
    count,
    share,
    versions: [{ agentVersionId: 'v', count, linePairs: [] }],
  });

  it('is the part of the file that is copied, or the part of the other that was', () => {
    expect(closeness(work(100, 0.8), new Map([['v', 1_000]]))).toBe(0.8);
    expect(closeness(work(100, 0.1), new Map([['v', 125]]))).toBe(0.8);
  });

  it('is that of the version that brought most, whatever else its author did', () => {
    const brought = new Map([
      ['v', 100],
      ['another', 900],
    ]);
    expect(closeness(work(90, 0.1), brought)).toBe(0.9);
  });

  it('is that of all versions together where each brought little', () => {
    const versions = [1, 2, 3].map((number) => ({ agentVersionId: `v${number}`, count: 20, linePairs: [] }));
    const brought = new Map(versions.map(({ agentVersionId }) => [agentVersionId, 25]));
    expect(closeness({ hotkey: 'theirs', count: 60, share: 0.1, versions }, brought)).toBe(0.8);
  });

  it('is nothing where too little is shared to mean anything', () => {
    expect(closeness(work(FEWEST_SHARED - 1, 1), new Map([['v', FEWEST_SHARED - 1]]))).toBe(0);
  });
});
