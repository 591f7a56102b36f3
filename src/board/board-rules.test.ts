import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRun } from '../arena/queue.ts';
import { DEFAULT_RACE_POLICY, RACE_STATES } from '../arena/race.ts';
import { scoreInterval } from './leaderboard/score-interval.ts';
import type { CompetitionState } from './races/competition-state.ts';
import { nextWindow } from './races/next-window.ts';
import { topHalf } from './races/races-to-wire.ts';
import { spreadOf } from './races/spread-of.ts';
import { projectedFinish } from './versions/projected-finish.ts';
import { versionPhase } from './versions/version-phase.ts';
import type { VersionSummary } from './versions/version-summaries.ts';

const HOUR = 3_600_000;

describe('the next window', () => {
  it('there is always a next window that has begun and closes later', () => {
    const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') });
    const races = fc.option(
      fc.record({
        state: fc.constantFrom(...RACE_STATES),
        opens: fc.integer({ min: 0, max: 48 * HOUR }),
        closes: fc.integer({ min: -48 * HOUR, max: 26 * HOUR }),
      }),
    );
    fc.assert(
      fc.property(times, races, (now, race) => {
        const row = race && { state: race.state, opens_at: now - race.opens, closes_at: now + race.closes };
        const { opensAt, closesAt } = nextWindow(row ?? undefined, now, DEFAULT_RACE_POLICY);
        expect(closesAt).toBeGreaterThan(now);
        expect(opensAt).toBeLessThanOrEqual(now);
      }),
    );
  });
});

describe('the interval of a score', () => {
  const run = (solved: number, total: number): ItemRun =>
    ({ score_components: { successful_problems: solved, total_problems: total } }) as unknown as ItemRun;

  it('the interval of a score does not shrink when more validators ran the same problems', () => {
    expect(scoreInterval([run(20, 30), run(20, 30), run(20, 30)], 1)).toEqual(scoreInterval([run(20, 30)], 1));
  });

  it('the interval of a score lies within 0 and the coefficient, around the score', () => {
    const counts = fc
      .integer({ min: 1, max: 90 })
      .chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total)));
    fc.assert(
      fc.property(counts, fc.double({ min: 0.3, max: 1, noNaN: true }), ([solved, total], coefficient) => {
        const { low, high } = scoreInterval([run(solved, total)], coefficient)!;
        const score = (solved / total) * coefficient;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(coefficient + 1e-4);
        expect(low).toBeLessThanOrEqual(score + 1e-4);
        expect(high).toBeGreaterThanOrEqual(score - 1e-4);
      }),
    );
  });

  it('a score without counts has no interval', () => {
    expect(scoreInterval([], 1)).toBeNull();
    expect(scoreInterval([run(1, 2)], null)).toBeNull();
    expect(scoreInterval([{ score_components: null } as unknown as ItemRun], 1)).toBeNull();
  });
});

describe('the phase of a version', () => {
  const contest = {
    top: undefined,
    suiteId: 1,
    threshold: 0.5,
    qualifications: new Map(),
    racing: new Set<string>(),
  } as unknown as CompetitionState;
  const sheet = (changes: Readonly<Record<string, unknown>> = {}): VersionSummary =>
    ({
      version: { agent_version_id: 'v' },
      entry: { final_score: 0.4, eliminated_at: null },
      state: 'ELIGIBLE',
      isBanned: false,
      suiteId: 1,
      ...changes,
    }) as unknown as VersionSummary;
  const withChoice = (racing: boolean): CompetitionState =>
    ({ ...contest, qualifications: new Map([['v', { racing }]]) }) as unknown as CompetitionState;
  const crowned = { ...contest, top: { agentVersionId: 'v' } } as unknown as CompetitionState;

  it.each([
    ['CANCELLED', sheet({ state: 'CANCELLED' }), crowned],
    ['DISCARDED', sheet({ state: 'DISCARDED' }), crowned],
    ['BANNED', sheet({ isBanned: true }), crowned],
    ['TOP', sheet(), crowned],
    ['RACING', sheet(), { ...contest, racing: new Set(['v']) }],
    ['ELIMINATED', sheet({ entry: { final_score: 0.9, eliminated_at: 1 } }), contest],
    ['EVALUATION', sheet({ state: 'QUEUED', entry: null }), contest],
    ['RETIRED', sheet({ suiteId: 2 }), contest],
    ['QUALIFIED', sheet(), withChoice(true)],
    ['OUTRANKED', sheet(), withChoice(false)],
    ['BELOW_THRESHOLD', sheet(), contest],
    ['QUALIFIED', sheet({ entry: { final_score: 0.5, eliminated_at: null } }), contest],
  ] as const)('a version can be in phase %s', (phase, version, time) => {
    expect(versionPhase(version, time)).toBe(phase);
  });
});

describe('race statistics', () => {
  it('race statistics use the top half of the finishers', () => {
    expect(topHalf([])).toBeUndefined();
    expect(topHalf([0.4])).toEqual({ mean: 0.4, deviation: 0 });
    expect(topHalf([0.1, 0.6, 0.2])).toEqual({ mean: 0.4, deviation: 0.2 });
    expect(topHalf([0.5, 0.1, 0.3, 0.2])).toEqual({ mean: 0.4, deviation: 0.1 });
  });

  it('race statistics have no spread when no version was scored twice', () => {
    const score = { validatorHotkey: 'v', validatorName: null, score: 0.5 };
    expect(
      spreadOf([
        { ...score, racer: 'a' },
        { ...score, racer: 'b' },
      ]),
    ).toMatchObject({
      n_pairs: 0,
      mean_spread: null,
      validators: [],
    });
  });

  it('race statistics estimate no end without validators', () => {
    expect(projectedFinish({ capacity: 0, runMilliseconds: 5 }, 3, 0)).toBeNull();
    expect(projectedFinish({ capacity: 2, runMilliseconds: undefined }, 3, 0)).toBeNull();
    expect(projectedFinish({ capacity: 2, runMilliseconds: 1_000 }, 3, 0)).toBe('1970-01-01T00:00:02.000Z');
    expect(projectedFinish({ capacity: 0, runMilliseconds: undefined }, 0, 0)).toBe('1970-01-01T00:00:00.000Z');
  });
});
