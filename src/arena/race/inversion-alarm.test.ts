import { describe, expect, it } from 'vitest';
import { type AgencyOf, type DecidedRaceResult, inversionAlarm, type VersionAgency } from './inversion-alarm.ts';

/** The first word of a version's id is its kind. */
const agencyOf: AgencyOf = (id) => id.split(' ')[0] as VersionAgency;

interface SampleResult {
  readonly scores: Readonly<Record<string, number>>;
  /** Who would have won without the judge; defaults to the winner. */
  readonly judgeOff?: string;
  readonly judgeOffFinishers?: number;
}

function decided(number: number, { scores, judgeOff, judgeOffFinishers }: SampleResult): DecidedRaceResult {
  const ranking = Object.entries(scores)
    .toSorted(([, one], [, other]) => other - one)
    .map(([agent_version_id, score], index) => ({ rank: index + 1, agent_version_id, miner_hotkey: '', score }));
  const top = ranking[0]!.agent_version_id;
  const off = judgeOff ?? top;
  return {
    number,
    result: {
      top_agent_version_id: top,
      ranking,
      judge_off: {
        same_top: off === top,
        top_agent_version_id: off,
        why: 'NO_INCUMBENT',
        threshold: null,
        ranking: ranking.slice(0, judgeOffFinishers ?? ranking.length),
      },
    },
  };
}

/** One race for each lead of the scripted version. */
function races(leads: readonly number[]): DecidedRaceResult[] {
  return leads.map((lead, index) =>
    decided(index + 1, { scores: { 'scripted a': 0.5 + lead, 'agentic a': 0.5, 'mixed a': 0.99, 'unknown a': 0.98 } }),
  );
}

describe('the anti-inversion alarm', () => {
  it('the inversion alarm fires when scripted versions lead by more than chance', () => {
    const alarm = inversionAlarm(races([0.1, 0.2, 0.05, 0.1, 0.1, 0.1, 0.1, 0.02, 0.1, -0.01]), agencyOf);
    expect(alarm).toMatchObject({
      state: 'scripted ahead',
      races: 10,
      // Only this sign pattern and the one with every race won reach this sum.
      scripted: { compared: 10, ahead: 9, difference: 0.086, probability: 0.001953 },
    });
    expect(alarm.sentence).toBe(
      'Scripted versions were ahead of agentic ones in 9 of 10 races and scored 0.086 more on average (more than chance, p = 0.002). The judge changed no winner in 10 races.',
    );
  });

  it('the inversion alarm is silent when scripted versions lead by chance', () => {
    const alarm = inversionAlarm(races([0.1, -0.1, 0.1, 0.1, -0.05, 0.1, 0.1]), agencyOf);
    expect(alarm).toMatchObject({ state: 'ok', scripted: { compared: 7, ahead: 5 } });
    expect(alarm.scripted.probability).toBeGreaterThan(0.01);
    expect(alarm.sentence).toContain('not statistically significant');
  });

  it('the inversion alarm is silent when agentic versions lead', () => {
    const alarm = inversionAlarm(races(Array(10).fill(-0.2)), agencyOf);
    expect(alarm).toMatchObject({ state: 'ok', scripted: { ahead: 0, difference: -0.2, probability: 1 } });
    expect(alarm.sentence).toContain('scored 0.200 less on average');
  });

  it('the inversion alarm counts a race once, however many versions it has', () => {
    const crowd = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `${index % 2 ? 'scripted' : 'agentic'} ${index}`,
        index % 2 ? 0.9 : 0.1,
      ]),
    );
    const few = Array.from({ length: 6 }, (_, index) => decided(index, { scores: crowd }));
    expect(inversionAlarm(few, agencyOf)).toMatchObject({
      state: 'too little',
      scripted: { compared: 6, ahead: 6, probability: null },
    });
    const enough = [...few, decided(7, { scores: crowd })];
    expect(inversionAlarm(enough, agencyOf)).toMatchObject({ state: 'scripted ahead', scripted: { compared: 7 } });
  });

  it('equal scores are not a lead for the inversion alarm', () => {
    expect(inversionAlarm(races(Array(10).fill(0)), agencyOf)).toMatchObject({
      state: 'ok',
      scripted: { compared: 10, ahead: 0, difference: 0, probability: 1 },
    });
  });

  it('the inversion alarm has no result for versions without probes', () => {
    const alarm = inversionAlarm(races(Array(10).fill(0.3)), () => 'unknown');
    expect(alarm).toMatchObject({
      state: 'too little',
      scripted: { compared: 0, ahead: 0, difference: null, probability: null },
      judge: { compared: 10, decided: [] },
    });
    expect(alarm.sentence).toBe(
      'Scripted and agentic versions met in 0 of the last 10 races; 7 are needed to compare them. The judge changed no winner in 10 races.',
    );
  });

  it('the inversion alarm fires when the judge changed a winner, whatever the versions', () => {
    const scores = { 'agentic a': 0.8, 'scripted b': 0.7 };
    const alarm = inversionAlarm([decided(9, { scores, judgeOff: 'scripted b' }), decided(8, { scores })], agencyOf);
    expect(alarm).toMatchObject({
      state: 'judge decided',
      judge: {
        compared: 2,
        decided: [
          {
            number: 9,
            top: 'agentic a',
            topAgency: 'agentic',
            topWithoutJudge: 'scripted b',
            topWithoutJudgeAgency: 'scripted',
          },
        ],
      },
    });
    expect(alarm.sentence).toContain('The judge changed the winner of race 9.');
  });

  it('the inversion alarm does not blame the judge when a finisher has no score without it', () => {
    const scores = { 'agentic a': 0.8, 'agentic b': 0.7 };
    const race = decided(1, { scores, judgeOff: 'agentic b', judgeOffFinishers: 1 });
    expect(inversionAlarm([race], agencyOf)).toMatchObject({
      state: 'too little',
      judge: { compared: 0, decided: [] },
      sentence: expect.stringContaining('Results without the judge are not known.'),
    });
  });

  it('the inversion alarm names the lead of scripts first when both happen', () => {
    const all = races(Array(10).fill(0.1)).map((race, index) =>
      index > 1
        ? race
        : decided(race.number, { scores: { 'scripted a': 0.6, 'agentic a': 0.5 }, judgeOff: 'agentic a' }),
    );
    const { state, sentence } = inversionAlarm(all, agencyOf);
    expect(state).toBe('scripted ahead');
    expect(sentence).toContain('The judge changed the winner of races 1, 2.');
  });

  it('the inversion alarm has no result before the first race', () => {
    expect(inversionAlarm([], agencyOf)).toMatchObject({
      state: 'too little',
      sentence: 'No race has been decided yet.',
    });
  });
});
