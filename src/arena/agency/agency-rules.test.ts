import { describe, expect, it } from 'vitest';
import { agencyLabel } from '../../agency/who-decides.ts';
import { counts } from '../testing/sample-agency.ts';
import { agencyFactor, withFactor } from './agency-factor.ts';
import { agencyPolicySchema } from './agency-policy.ts';
import { mostProbes } from './probe-share.ts';
import { type AgencyReport, combineReports } from './version-agency.ts';
import { probesWanted } from './wanted-probes.ts';

const POLICY = agencyPolicySchema.parse({});

/** Report on an honest version, unless `rest` says otherwise. */
function report(observed: AgencyReport['counts'], rest: Partial<AgencyReport> = {}): AgencyReport {
  return {
    validator: 'alice',
    probeAttempts: 3,
    scoredAttempts: 30,
    counts: observed,
    toldSearch: 0,
    toldRecommendation: 0,
    requestShown: 1,
    searchesUnsaid: 0,
    recommendationsUnsaid: 0,
    recommendationsPicked: 0,
    resultsSelected: 0,
    resultsAltered: 0,
    ...rest,
  };
}

describe('agency factor', () => {
  const factorOf = (...reports: AgencyReport[]) => agencyFactor(combineReports(reports), POLICY);
  const nothing = counts([0, 0], [0, 0], [0, 0]);

  it.each([
    ['follows every change', report(counts([6, 6], [4, 4], [2, 2])), 1],
    ['follows none', report(counts([0, 6], [0, 4], [0, 2])), 0.25],
    ['lets its model search and recommends by itself', report(counts([6, 6], [0, 0], [0, 6])), 0.625],
    ['ignores a change now and then', report(counts([3, 4], [0, 0], [4, 4])), 0.9062],
    ['asks no model', report(nothing, { searchesUnsaid: 1, recommendationsUnsaid: 1, requestShown: 0 }), 0.25],
    ['dictates and obeys', report(counts([9, 9], [0, 0], [9, 9]), { toldSearch: 1, toldRecommendation: 1 }), 0.25],
    ['hides the request', report(counts([9, 9], [0, 0], [9, 9]), { requestShown: 0.1 }), 0.625],
  ])('computes the agency factor of a program that %s', (_, one, factor) => {
    expect(factorOf(one)).toBe(factor);
  });

  it('the agency factor is unknown without enough observations, and the score stays', () => {
    expect(factorOf()).toBeNull();
    expect(factorOf(report(counts([0, 1], [1, 1], [0, 1])))).toBeNull();
    expect(factorOf(report(counts([0, 2], [1, 1], [0, 1])))).toBe(0.25);
    expect(factorOf(report(nothing, { recommendationsUnsaid: 1, scoredAttempts: 4 }))).toBeNull();
    expect(withFactor(0.8123, null)).toBe(0.8123);
    expect(withFactor(0.8123, 0.625)).toBe(0.5077);
  });

  it('the agency factor is never below the floor of the policy', () => {
    const ignoring = combineReports([report(counts([0, 9], [0, 9], [0, 9]))]);
    expect(agencyFactor(ignoring, { floor: 0.8 })).toBe(0.8);
  });
});

describe('agency label', () => {
  const labelOf = (...reports: AgencyReport[]) => agencyLabel(combineReports(reports).deciders);

  it('the agency label follows from who searches and who recommends', () => {
    expect(labelOf()).toBe('unknown');
    expect(labelOf(report(counts([4, 4], [0, 0], [2, 2])))).toBe('agentic');
    expect(labelOf(report(counts([4, 4], [0, 0], [0, 2])))).toBe('mixed');
    expect(labelOf(report(counts([4, 4], [0, 4], [2, 2])))).toBe('mixed');
    expect(labelOf(report(counts([0, 4], [0, 0], [0, 0]), { recommendationsUnsaid: 1 }))).toBe('scripted');
  });
});

describe('combined agency reports', () => {
  it('combined agency reports add up observations and take the median of shares', () => {
    const combined = combineReports([
      report(counts([2, 2], [0, 0], [0, 1]), { toldSearch: 0.1, searchesUnsaid: 0.2 }),
      report(counts([1, 2], [0, 0], [0, 2]), { toldSearch: 0.3, searchesUnsaid: null }),
      report(counts([4, 4], [0, 0], [0, 0]), { toldSearch: 1, searchesUnsaid: 0.4, validator: 'bob' }),
    ]);
    expect(combined).toMatchObject({ reports: 3, probeAttempts: 9, toldSearch: 0.3, recommendationsUnsaid: 0 });
    expect(combined.searchesUnsaid).toBeCloseTo(0.3);
    expect(combined.rates.search).toMatchObject({ followed: 7, of: 8, decides: 'model' });
    expect(combined.rates.view).toMatchObject({ followed: 0, of: 0, decides: 'unknown' });
    expect(combined.rates.recommend).toMatchObject({ followed: 0, of: 2, decides: 'program' });
    expect(combined.deciders).toMatchObject({
      search: { decides: 'model', why: 'followed' },
      view: { decides: 'unknown', why: 'not observed' },
      recommend: { decides: 'program', why: 'ignored' },
    });
  });

  it('combined agency reports are not outvoted by one validator that reports more than all others', () => {
    const honest = ['alice', 'bob'].map((validator) => report(counts([3, 3], [2, 2], [2, 3]), { validator }));
    const worst = report(counts([0, 60], [0, 60], [0, 60]), { validator: 'mallory' });
    const best = report(counts([60, 60], [60, 60], [60, 60]), { validator: 'mallory' });
    for (const others of [honest, honest.slice(1)]) {
      expect(combineReports([...others, worst]).rates).toMatchObject({
        search: { of: 3 * others.length + 3, decides: 'model' },
        view: { decides: 'model' },
      });
    }
    expect(combineReports([...honest, worst]).rates.recommend).toMatchObject({ followed: 4, of: 9 });
    const script = honest.map((one) => ({ ...one, counts: counts([0, 3], [0, 0], [0, 3]) }));
    expect(agencyLabel(combineReports([...script, best]).deciders)).toBe('scripted');
    expect(combineReports([...script, best]).rates.recommend).toMatchObject({ followed: 3, of: 9, decides: 'program' });
  });

  it('combining no agency reports gives unknown rates', () => {
    const { reports, probeAttempts, rates } = combineReports([]);
    expect([reports, probeAttempts, rates.search.decides]).toEqual([0, 0, 'unknown']);
  });
});

describe('probe attempts', () => {
  it('combined agency reports are neither cut down by one small report nor outvoted by a minority', () => {
    const by = (validator: string, ...[followed, of]: [number, number]) =>
      report(counts([0, 0], [0, 0], [followed, of]), { validator });
    const recommend = (...reports: AgencyReport[]) => combineReports(reports).rates.recommend;
    expect(recommend(by('alice', 0, 6), by('bob', 1, 1))).toMatchObject({ followed: 1, of: 3, decides: 'program' });
    const honest = ['alice', 'bob', 'carol'].map((validator) => by(validator, 0, 4));
    expect(recommend(...honest, by('mallory', 60, 60), by('mia', 60, 60))).toMatchObject({
      of: 20,
      decides: 'program',
    });
    expect(recommend(by('alice', 0, 0), by('bob', 0, 0), by('mallory', 60, 60))).toMatchObject({ followed: 2, of: 2 });
    expect(recommend(by('alice', 11, 12))).toMatchObject({ followed: 11, of: 12 });
  });

  it('probe attempts are not ended by one validator alone', () => {
    const favour = report(counts([60, 60], [60, 60], [60, 60]), { probeAttempts: 20 });
    expect(probesWanted(combineReports([favour, favour]), POLICY)).toBe(3);
  });

  it.each([
    [0, 0],
    [6, 0],
    [7, 1],
    [13, 1],
    [14, 2],
    [20, 3],
    [90, 13],
  ])('a run on %i problems has at most %i probe attempts', (problems, most) => {
    expect(mostProbes(problems)).toBe(most);
  });

  it('probe attempts are requested until searches and recommendations were observed often enough, or stop adding any', () => {
    const wanted = (...reports: AgencyReport[]) => probesWanted(combineReports(reports), POLICY);
    const by = (validator: string, observed: AgencyReport['counts'], probeAttempts = 2) =>
      report(observed, { validator, probeAttempts });
    const half = counts([1, 1], [4, 4], [1, 1]);
    expect(wanted(by('alice', half), by('bob', counts([1, 1], [3, 3], [1, 1])))).toBe(3);
    expect(wanted(by('alice', half), by('bob', half))).toBe(0);
    expect(wanted(by('alice', counts([1, 1], [50, 50], [1, 1])), by('bob', counts([1, 1], [50, 50], [0, 0])))).toBe(3);
    const nothing = counts([0, 0], [0, 0], [0, 0]);
    expect(wanted(by('alice', nothing, 6), by('bob', nothing, 5))).toBe(3);
    expect(wanted(by('alice', nothing, 6), by('bob', nothing, 6))).toBe(0);
  });
});
