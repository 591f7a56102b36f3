import { describe, expect, it } from 'vitest';
import { type AgencyFindings, parseAgencyPolicy, replayRace } from './agency-policy.ts';
import type { RaceResult } from './decide-crown.ts';

function result(agentVersionId: string, raceScore: number | null): RaceResult {
  const submittedAt = Temporal.Instant.fromEpochMilliseconds(1_000);
  return { agentVersionId, hotkey: `hotkey of ${agentVersionId}`, submittedAt, raceScore };
}

const RESULTS = [result('script', 0.9), result('model', 0.7), result('crown', 0.6), result('absent', null)];
const AGENCY: AgencyFindings = new Map([
  ['script', { agency: 0.1, attempts: 90 }],
  ['model', { agency: 0.98, attempts: 90 }],
  ['crown', { agency: 0.8, attempts: 3 }],
]);

describe('a race under the agency policy', () => {
  it('leaves the official result as it was and crowns who would have won', () => {
    const race = { results: RESULTS, incumbentId: 'crown', margin: 0.03 };
    const { official, replayed, unknown } = replayRace(race, AGENCY, { exponent: 1 });
    expect(official).toMatchObject({ why: 'MARGIN_CLEARED', top: { agentVersionId: 'script', raceScore: 0.9 } });
    expect(replayed).toMatchObject({ why: 'MARGIN_CLEARED', top: { agentVersionId: 'model' }, threshold: 0.51 });
    expect(replayed!.ranking.map(({ agentVersionId, raceScore }) => [agentVersionId, raceScore])).toEqual([
      ['model', 0.686],
      ['crown', 0.48],
      ['script', 0.09],
    ]);
    expect(unknown).toEqual([]);
  });

  it('asks the margin of the reweighed incumbent, and an exponent moves it', () => {
    const race = { results: RESULTS.slice(0, 3), incumbentId: 'crown', margin: 0.3 };
    expect(replayRace(race, AGENCY, { exponent: 1 }).replayed).toMatchObject({ why: 'MARGIN_NOT_CLEARED' });
    const milder = replayRace(race, AGENCY, { exponent: 0.01 }).replayed!;
    expect(milder.ranking[0]).toMatchObject({ agentVersionId: 'script' });
  });

  it('names nobody while the agency of a finisher is not known', () => {
    const known = new Map([...AGENCY].filter(([id]) => id !== 'crown'));
    const race = { results: RESULTS, incumbentId: 'crown', margin: 0.03 };
    expect(replayRace(race, known, { exponent: 1 })).toMatchObject({ replayed: null, unknown: ['crown'] });
  });

  it.each([
    ['agency', 1],
    ['agency:2', 2],
    ['agency:0.5', 0.5],
  ])('reads %s', (text, exponent) => {
    expect(parseAgencyPolicy(text)).toEqual({ exponent });
  });

  it.each(['', 'agency:', 'agency:0', 'agency:11', 'agency:-1', 'agency:x', 'agencyx', 'score'])(
    'refuses %j',
    (text) => {
      expect(() => parseAgencyPolicy(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    },
  );
});
