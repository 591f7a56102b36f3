import { describe, expect, it } from 'vitest';
import { funnelRows, sizeText, splitComposition } from './corpus-summary.ts';

describe('the funnel', () => {
  it('the corpus funnel goes from stage to stage with the losses before each, the largest first', () => {
    const rows = funnelRows([
      { stage: 'attempts', rows: 200, lost: [] },
      {
        stage: 'kept',
        rows: 50,
        lost: [
          { reason: 'too long', rows: 20, applied: 25, kind: 'rejected' },
          { reason: 'scripted', rows: 140 },
        ],
      },
    ]);
    expect(rows.map(({ what, rows: number, share, loss, applied }) => [what, number, share, loss, applied])).toEqual([
      ['attempts', 200, 1, null, null],
      ['scripted', 140, 0.7, 'left out', null],
      ['too long', 20, 0.1, 'rejected', 25],
      ['kept', 50, 0.25, null, null],
    ]);
  });

  it('the corpus funnel is empty without rows', () => {
    expect(funnelRows([])).toEqual([]);
    expect(funnelRows([{ stage: 'attempts', rows: 0, lost: [] }])[0]!.share).toBe(0);
  });

  it('draws only groups whose rows differ', () => {
    const [one, two] = [
      { name: 'x', rows: 3 },
      { name: 'y', rows: 1 },
    ];
    const composition = [
      { by: 'model', parts: [one, two] },
      { by: 'judge', parts: [one] },
      { by: 'none', parts: [] },
    ];
    const { varied, alike } = splitComposition(composition);
    expect([varied, alike].map((groups) => groups.map(({ by }) => by))).toEqual([['model'], ['judge']]);
  });

  it('file sizes are shown in readable units', () => {
    expect([999, 1_500, 2_500_000, 3e9].map(sizeText)).toEqual(['999 B', '1.5 kB', '2.5 MB', '3.00 GB']);
  });
});
