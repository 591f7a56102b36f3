import { describe, expect, it } from 'vitest';
import { agencyScoreText, decisionWords, promptWords } from './agency-words.ts';
import type { VersionAgencyWire } from './wire/agency-wire.ts';

const AGENCY: VersionAgencyWire = {
  factor: 0.625,
  score_with: 0.5,
  score_without: 0.8,
  is_applied: false,
  reports: 2,
  probe_attempts: 4,
  decisions: {
    search: { followed: 6, of: 6, interval: { low: 0.6097, high: 1 }, decides: 'model', why: 'followed' },
    view: { followed: 0, of: 0, interval: { low: 0, high: 1 }, decides: 'unknown', why: 'not observed' },
    recommend: { followed: 0, of: 4, interval: { low: 0, high: 0.4899 }, decides: 'program', why: 'ignored' },
  },
  told: { search: 0, recommendation: 0, request_shown: 1 },
  unsaid: { searches: 0, recommendations: 1 },
};

describe('agency in words', () => {
  it('describes who makes each decision, with the confidence', () => {
    expect(decisionWords(AGENCY)).toEqual([
      {
        name: 'Searches',
        decides: 'the model decides',
        followed: '6 of 6 changes followed (95 %: 61 % to 100 %)',
        interval: { low: 0.6097, high: 1 },
      },
      { name: 'Products opened', decides: 'not known yet', followed: null, interval: null },
      {
        name: 'Recommendations',
        decides: 'the program decides, whatever its model says',
        followed: '0 of 4 changes followed (95 %: 0 % to 49 %)',
        interval: { low: 0, high: 0.4899 },
      },
    ]);
    expect(decisionWords({ ...AGENCY, reports: 0 })).toEqual([]);
  });

  it('says that a single change is too few to tell', () => {
    const view = { ...AGENCY.decisions.view, followed: 1, of: 1, interval: { low: 0.2, high: 1 } };
    expect(decisionWords({ ...AGENCY, decisions: { ...AGENCY.decisions, view } })[1]).toEqual({
      name: 'Products opened',
      decides: 'too few changes to tell',
      followed: '1 of 1 change followed',
      interval: null,
    });
  });

  it('describes what prompts reveal compared with the records, if anything', () => {
    expect(promptWords({ shown: { selected: 0.4, altered: 0 }, picked: 0.2 })).toBe(
      'In some scored attempts its prompts show only a selection of the results (40 %); its program picks one of several answers to the same prompt (20 %).',
    );
    expect(promptWords({ shown: { selected: 0, altered: null }, picked: null })).toBeNull();
    expect(promptWords({})).toBeNull();
  });

  it('describes which score counts', () => {
    expect(agencyScoreText(AGENCY)).toBe(
      '0.8000 before the agency factor (this one counts); 0.5000 after (factor 0.6250)',
    );
    expect(agencyScoreText({ ...AGENCY, is_applied: true })).toBe(
      '0.5000 after the agency factor (this one counts); 0.8000 before (factor 0.6250)',
    );
    expect(agencyScoreText({ ...AGENCY, score_with: null, score_without: null })).toBeNull();
    expect(agencyScoreText({ ...AGENCY, factor: null })).toBeNull();
    expect(agencyScoreText({ ...AGENCY, factor: null, is_applied: true })).toContain('not probed yet');
  });
});
