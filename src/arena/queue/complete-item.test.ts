import { describe, expect, it } from 'vitest';
import { standingFrom } from './complete-item.ts';
import type { ItemRun } from './item-runs.ts';

const weighed = {
  score: 0.5,
  agency: { agency_factor: null, agency_reason: null, score_without_agency: null },
  twins: { twin_comparison: null, twin_looks: 0, replacement: null },
  onPublic: 0.5,
};

describe('the standing of a version', () => {
  it('a success rate that some included run does not report is null, like on the race page', () => {
    const runs = (rates: readonly (number | undefined)[]) =>
      rates.map((success_rate) => ({ score_components: { success_rate } }) as unknown as ItemRun);
    expect(standingFrom({ included: runs([0.25, 0.75]), weighed })).toMatchObject({ success_rate: 0.5 });
    expect(standingFrom({ included: runs([0.25, undefined]), weighed })).toMatchObject({ success_rate: null });
  });
});
