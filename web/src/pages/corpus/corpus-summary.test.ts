import { describe, expect, it } from 'vitest';
import { funnelRows, sizeText } from './corpus-summary.ts';

describe('the funnel', () => {
  it('goes from stage to stage with what was lost before each, the costliest first', () => {
    const rows = funnelRows([
      { stage: 'attempts', rows: 200, lost: [] },
      {
        stage: 'kept',
        rows: 50,
        lost: [
          { reason: 'too long', rows: 20 },
          { reason: 'scripted', rows: 140 },
        ],
      },
    ]);
    expect(rows.map(({ what, rows: number, share, isLoss }) => [what, number, share, isLoss])).toEqual([
      ['attempts', 200, 1, false],
      ['scripted', 140, 0.7, true],
      ['too long', 20, 0.1, true],
      ['kept', 50, 0.25, false],
    ]);
  });

  it('is nothing of nothing', () => {
    expect(funnelRows([])).toEqual([]);
    expect(funnelRows([{ stage: 'attempts', rows: 0, lost: [] }])[0]!.share).toBe(0);
  });

  it('has sizes that people read', () => {
    expect([999, 1_500, 2_500_000, 3e9].map(sizeText)).toEqual(['999 B', '1.5 kB', '2.5 MB', '3.00 GB']);
  });
});
