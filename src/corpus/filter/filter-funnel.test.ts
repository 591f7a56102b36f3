import { describe, expect, it } from 'vitest';
import { filterFunnel } from './filter-funnel.ts';
import { REASONS } from './filter-rule.ts';

describe('funnel of the filter', () => {
  it('counts at each stage the attempts that passed every rule before it', () => {
    const funnel = filterFunnel(100, [
      { reason: 'NOT_JSON', rows: 1 },
      { reason: 'PROBE', rows: 9 },
      { reason: 'QUALITY_LOW', rows: 20 },
      { reason: 'TOO_LONG', rows: 5 },
      { reason: 'NOT_AGENTIC', rows: 40 },
      { reason: 'DUPLICATE', rows: 2 },
      { reason: 'CLAIMED', rows: 3 },
    ]);
    expect(funnel.map(({ stage, rows }) => [stage, rows])).toEqual([
      ['attempts read', 100],
      ['with a conversation', 90],
      ['judged', 70],
      ['rendered', 65],
      ['passed agency', 25],
      ['kept by the filter', 20],
    ]);
    expect(funnel.at(-1)!.lost).toEqual([
      { reason: 'DUPLICATE', rows: 2 },
      { reason: 'CLAIMED', rows: 3 },
    ]);
  });

  it('the funnel has its stages in the order of the rules, or their counts would be wrong', () => {
    const stages = REASONS.map((reason) =>
      filterFunnel(1, [{ reason, rows: 1 }]).findIndex(({ lost }) => lost.length > 0),
    );
    expect(stages).toEqual(stages.toSorted((one, other) => one - other));
  });
});
