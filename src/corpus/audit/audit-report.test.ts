import { describe, expect, it } from 'vitest';
import type { Agency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import { auditReport } from './audit-report.ts';
import type { LabelledAttempt } from './run-labelled.ts';

const PROFILE: AttemptProfile = {
  probe: null,
  said: {
    searches: 2,
    searchesSaid: 2,
    recommendation: 'said',
    told: { searchTold: 0, singledOut: 0, recommended: 1, requestShown: 1 },
    shown: { listed: 0, selected: 0, altered: 0 },
  },
  isDictated: false,
  overrides: 0,
  occasions: 0,
  recommendationOverridden: null,
  emittedCharacters: 10,
  unexplained: [],
  shape: 'fv',
};

/** Attempts of one agent, each with its verdict and whether another rule rejects it. */
function agent(
  name: string,
  label: LabelledAttempt['label'],
  verdicts: readonly (readonly [Agency['verdict'], row?: string | null])[],
  half: LabelledAttempt['half'] = 'tuning',
): LabelledAttempt[] {
  return verdicts.map(([verdict, row], place): LabelledAttempt => {
    const attempt_id = `${name} ${place}`;
    const agency = { verdict, because: 'of a test', share: 1, dictated: 0, ignored: 0, calls: [] };
    return {
      ...{ agent: name, attempt_id, problem_id: `${place}`, label, half, failed: false, profile: PROFILE },
      agency: { ...agency, recommendation: 'emitted' },
      row: row === undefined ? attempt_id : row,
    };
  });
}

const times = (count: number, verdict: Agency['verdict']) => Array.from({ length: count }, () => [verdict] as const);

describe('the report of an audit', () => {
  it('the report has the purity of the rows that the corpus would keep', () => {
    const { together } = auditReport([
      ...agent('honest', 'agentic', [['agentic'], ['agentic', null], ['scripted'], ['agentic', 'same']]),
      ...agent('copy', 'agentic', [['agentic', 'same']]),
      ...agent('script', 'scripted', [['agentic'], ['agentic', null], ['scripted']]),
    ]);
    // Called agentic: four honest attempts and two of the script.
    expect(together.precision).toMatchObject({ hits: 4, of: 6, agents: 3 });
    expect(together.recall).toMatchObject({ hits: 4, of: 5, agents: 2 });
    // Of these, two break another rule, and two are the same row.
    expect(together.purity).toMatchObject({ hits: 2, of: 3, rate: 2 / 3, agents: 2 });
  });

  it('the report has wider intervals by agent than by attempt when attempts of one agent are alike', () => {
    const attempts = [
      ...agent('one', 'agentic', times(20, 'agentic')),
      ...agent('two', 'agentic', times(20, 'agentic')),
      ...agent('three', 'agentic', times(20, 'scripted')),
      ...agent('four', 'agentic', times(20, 'agentic')),
    ];
    const { recall } = auditReport(attempts).together;
    expect(recall).toMatchObject({ hits: 60, of: 80, rate: 0.75, agents: 4 });
    expect(recall.interval.low).toBeCloseTo(0.645, 3);
    // Of four agents drawn from these, all are right in 32 % of cases and at most one in 5 %.
    expect(recall.intervalByAgent!.high).toBe(1);
    expect(recall.intervalByAgent!.low).toBeLessThan(0.5);
    expect(auditReport(attempts).together.recall).toEqual(recall);
  });

  it('does not claim certainty from a few agents without an error', () => {
    const attempts = ['one', 'two', 'three'].flatMap((name) => agent(name, 'agentic', times(50, 'agentic')));
    const { precision, purity } = auditReport(attempts).together;
    // With three agents, a rate of 0.025 ^ (1 / 3) has no exception in 2.5 % of cases.
    expect(precision.intervalByAgent).toEqual({ low: expect.closeTo(0.2924, 4), high: 1 });
    expect(purity.intervalByAgent).toEqual(precision.intervalByAgent);
    expect(precision.interval.low).toBeGreaterThan(0.97);
  });

  it('the report has no interval by agent for a single agent, and purity for the held-out half', () => {
    const attempts = [
      ...agent('seen', 'scripted', times(5, 'agentic')),
      ...agent('unseen', 'agentic', times(5, 'agentic'), 'held out'),
    ];
    const { heldOut, together } = auditReport(attempts);
    expect(heldOut).toMatchObject({ agents: 1, purity: { hits: 5, of: 5, intervalByAgent: null } });
    expect(together.purity).toMatchObject({ hits: 5, of: 10 });
  });
});
