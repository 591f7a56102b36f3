import { describe, expect, it } from 'vitest';
import type { Followed } from '../../../agency/follow.ts';
import { type VersionEvidence, versionEvidence } from '../../../agency/version-agency.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { sampleCertified } from '../../../validator/testing/sample-results.ts';
import type { Quality } from '../../../verdict/verdict.ts';
import { summariseTry } from './summary.ts';

function summaryOf(qualities: readonly Quality[], probed?: VersionEvidence) {
  const suite = sampleProblems(qualities.length, 'p');
  const tried = qualities.map((quality, place) => {
    const certified = sampleCertified(suite[place]!, { quality });
    const others = {
      problem: suite[place]!,
      dialogue: [],
      milliseconds: 2_000,
      workerMilliseconds: 1_500,
      reason: null,
    };
    return { ...certified, ...others, verdict: certified.verdict! };
  });
  return summariseTry(tried, suite, probed);
}

function observed(followed: boolean): VersionEvidence {
  const each = (decision: Followed['decision'], completion: number): Followed => ({ decision, completion, followed });
  return versionEvidence([], [each('search', 1), each('search', 2), each('recommend', 1), each('recommend', 2)]);
}

describe('summary of a try', () => {
  it('reasoning grades are capped when probes show that the program decides', () => {
    const summary = summaryOf([0.9, 0.1, 0.5], observed(false));
    expect(summary).toMatchObject({
      reasoning_quality: 0.1,
      reasoning_coefficient: 0.3875,
      score: 0.3875,
      reasoning_cap: {
        most: 0.1,
        attempts: 2,
        decided_by: { search: 'program', view: 'unknown', recommend: 'program' },
        words: 'capped at 0.1: the program decides searches and recommendations',
        because: 'its program followed 0 of 2 changed searches; its program followed 0 of 2 changed recommendations',
      },
    });
  });

  it('reasoning grades are not capped when the model decides', () => {
    expect(summaryOf([0.9, 0.1, 0.5], observed(true))).toMatchObject({
      reasoning_quality: 0.5,
      reasoning_cap: { most: 0.9, attempts: 0, words: 'not capped: the model decides recommendations', because: '' },
    });
  });

  it('says that the cap is not known when no probe reached a recommendation, and nothing without probes', () => {
    const unseen = versionEvidence([], []);
    expect(summaryOf([0.9, 0.1, 0.5], unseen)).toMatchObject({
      reasoning_quality: 0.5,
      reasoning_cap: { most: null, attempts: 0, words: expect.stringMatching(/^not known/) },
    });
    expect(summaryOf([0.9, 0.1, 0.5])).toMatchObject({ reasoning_quality: 0.5, reasoning_cap: null });
  });

  it('counts no attempt as capped when no grade is above the cap', () => {
    expect(summaryOf([0.1, 0.1], observed(false))).toMatchObject({
      reasoning_quality: 0.1,
      reasoning_cap: { most: 0.1, attempts: 0 },
    });
  });
});
