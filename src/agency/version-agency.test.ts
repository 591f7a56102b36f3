import { describe, expect, it } from 'vitest';
import type { Decision, Followed } from './follow/read-follow.ts';
import { SampleCalls } from './testing/sample-calls.ts';
import {
  type AttemptAgencyEvidence,
  readAgencyEvidence,
  type VersionEvidence,
  versionEvidence,
} from './version-agency.ts';
import { judgeAttempt, whyScripted } from './who-decides.ts';

const HONEST: AttemptAgencyEvidence = {
  searches: 5,
  searchesSaid: 5,
  recommendation: 'said',
  told: { searchTold: 0, singledOut: 0, recommended: 1, requestShown: 1 },
  shown: { listed: 1, selected: 0, altered: 0 },
};

const times = (decision: Decision, followed: number, ignored: number): Followed[] =>
  Array.from({ length: followed + ignored }, (_, place) => ({
    completion: place,
    decision,
    followed: place < followed,
  }));

const FOLLOWING = [...times('search', 6, 0), ...times('view', 4, 0), ...times('recommend', 6, 0)];

const told = (part: Partial<AttemptAgencyEvidence['told']>) => ({ ...HONEST, told: { ...HONEST.told, ...part } });

describe('a version', () => {
  it('a version is agentic when its program follows the model and tells it nothing', () => {
    expect(whyScripted(versionEvidence([HONEST, HONEST], FOLLOWING))).toBeUndefined();
    expect(whyScripted(versionEvidence([HONEST], []))).toBeUndefined();
  });

  it.each<[string, readonly AttemptAgencyEvidence[], readonly Followed[], RegExp]>([
    ['ignores changed searches', [HONEST], times('search', 1, 5), /followed 1 of 6 changed searches/],
    ['ignores changed views', [HONEST], times('view', 0, 2), /followed 0 of 2 changed views/],
    ['ignores changed recommendations', [HONEST], times('recommend', 0, 4), /followed 0 of 4 changed recommendations/],
    [
      'searches for what no model said',
      [{ ...HONEST, searchesSaid: 3 }, HONEST],
      [],
      /searches for what no model said/,
    ],
    [
      'recommends what no model said',
      [{ ...HONEST, recommendation: 'unsaid' }, { ...HONEST, recommendation: 'overridden' }, HONEST],
      FOLLOWING,
      /recommends what no model said/,
    ],
    [
      'dictates searches',
      [told({ searchTold: 1 }), told({ searchTold: 0.8 }), HONEST],
      FOLLOWING,
      /0\.80 of the words/,
    ],
    [
      'picks one of several answers to a prompt',
      [{ ...HONEST, recommendation: 'picked' }, HONEST],
      FOLLOWING,
      /picks one by a rule of its own/,
    ],
    [
      'shows selections of results',
      [{ ...HONEST, shown: { listed: 2, selected: 1, altered: 0 } }, HONEST],
      FOLLOWING,
      /a selection of the results .* 50 % of the attempts/,
    ],
    [
      'shows values that no result has',
      [{ ...HONEST, shown: { listed: 1, selected: 0, altered: 3 } }, HONEST],
      FOLLOWING,
      /prices or titles that no result has/,
    ],
    ['singles out a product', [told({ singledOut: 1 })], FOLLOWING, /single out the product/],
    ['hides the request', [told({ requestShown: 0 })], FOLLOWING, /does not see the request/],
  ])('a version is scripted when it %s', (_, attempts, observed, because) => {
    expect(whyScripted(versionEvidence(attempts, observed))).toMatch(because);
  });

  it('a version stays agentic when fewer than half of its attempts, or a single view, are scripted', () => {
    const odd = {
      ...told({ searchTold: 1, singledOut: 1, requestShown: 0 }),
      searchesSaid: 0,
      recommendation: 'unsaid',
    } as const;
    expect(
      whyScripted(versionEvidence([odd, HONEST, HONEST], [...FOLLOWING, ...times('search', 0, 1)])),
    ).toBeUndefined();
    expect(whyScripted(versionEvidence([HONEST], times('view', 0, 1)))).toBeUndefined();
  });

  it('a version is not scripted for anything that no attempt shows', () => {
    const nothing = versionEvidence([], []);
    expect(nothing).toMatchObject({
      searchesUnsaid: null,
      recommendationsUnsaid: null,
      recommendationsPicked: null,
      resultsSelected: null,
      resultsAltered: null,
      toldSearch: 0,
      requestShown: 1,
    });
    expect(whyScripted(versionEvidence([], FOLLOWING))).toBeUndefined();
    const idle = { ...HONEST, searches: 0, searchesSaid: 0, recommendation: 'none' } as const;
    expect(versionEvidence([idle], [])).toMatchObject({ searchesUnsaid: null, recommendationsUnsaid: null });
    const silent = { ...HONEST, told: { searchTold: null, singledOut: 0, recommended: 0, requestShown: 1 } };
    expect(versionEvidence([silent, told({ searchTold: 1 })], [])).toMatchObject({ toldSearch: 1 });
  });
});

describe('an attempt', () => {
  const FOLLOWS: VersionEvidence = versionEvidence([HONEST], FOLLOWING);

  it('an attempt is agentic when its evidence and its version are agentic', () => {
    expect(judgeAttempt(HONEST, FOLLOWS)).toEqual({
      verdict: 'agentic',
      because: 'the program does what the model says',
    });
    expect(judgeAttempt({ ...HONEST, searches: 10, searchesSaid: 8, recommendation: 'none' }, FOLLOWS).verdict).toBe(
      'agentic',
    );
  });

  it('an attempt is mixed when the program makes one of its decisions', () => {
    const searching = judgeAttempt({ ...HONEST, searches: 10, searchesSaid: 7 }, FOLLOWS);
    expect(searching).toEqual({ verdict: 'mixed', because: '3 of 10 searches were not said by the model' });
    const choosing = judgeAttempt({ ...HONEST, recommendation: 'overridden' }, FOLLOWS);
    expect(choosing).toEqual({
      verdict: 'mixed',
      because: 'the model named other products last than were recommended',
    });
    const opening = versionEvidence([HONEST], [...times('search', 3, 0), ...times('view', 0, 3)]);
    expect(judgeAttempt(HONEST, opening)).toMatchObject({
      verdict: 'mixed',
      because: expect.stringContaining('views'),
    });
  });

  it('an attempt is scripted when the program makes both decisions or nothing was searched', () => {
    const both = { ...HONEST, searchesSaid: 0, recommendation: 'unsaid' } as const;
    expect(judgeAttempt(both, FOLLOWS).verdict).toBe('scripted');
    const deaf = versionEvidence([HONEST], [...times('search', 0, 3), ...times('recommend', 0, 3)]);
    expect(judgeAttempt(HONEST, deaf).verdict).toBe('scripted');
    expect(judgeAttempt({ ...HONEST, searches: 0, searchesSaid: 0 }, FOLLOWS)).toEqual({
      verdict: 'scripted',
      because: 'nothing was searched',
    });
  });

  it('reads the agency of an attempt from its calls', () => {
    const query = 'a brass desk lamp';
    const calls = new SampleCalls()
      .said('Search[brass lamp]', query)
      .search({ q: 'brass lamp' }, ['1000000001', '1000000002'])
      .search({ q: 'floor light' })
      .said('Finish[1000000002]', query);
    expect(readAgencyEvidence(calls.read(), query, ['1000000002'])).toEqual({
      searches: 2,
      searchesSaid: 1,
      recommendation: 'said',
      told: { searchTold: 0, singledOut: 0, recommended: 1, requestShown: 1 },
      shown: { listed: 0, selected: 0, altered: 0 },
    });
  });
});
