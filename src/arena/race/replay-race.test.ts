import { describe, expect, it } from 'vitest';
import type { Decider } from '../../agency/who-decides.ts';
import { DEFAULT_EMISSION_POLICY } from '../emission/emission-policy.ts';
import { type AgencyFindings, agencyOfFollowRates } from './agency-policy.ts';
import { parseReplayPolicy } from './replay-policy.ts';
import { type PastRace, type PastRacer, replayRace } from './replay-race.ts';

function racer(agentVersionId: string, raceScore: number | null, qualifyingScore = 0.6): PastRacer {
  const submittedAt = Temporal.Instant.fromEpochMilliseconds(1_000);
  return {
    agentVersionId,
    hotkey: `hotkey of ${agentVersionId}`,
    submittedAt,
    raceScore,
    qualifyingScore,
    unweightedScore: raceScore,
    earlierDays: 0,
    publishedFactor: undefined,
    deciders: undefined,
  };
}

const decider = (share: number | null): Decider => ({ decides: 'model', why: 'followed', share, followed: 4 });

const RACERS = [racer('script', 0.9, 0.58), racer('model', 0.7), racer('crown', 0.6), racer('absent', null)];
const AGENCY: AgencyFindings = new Map([
  ['script', { agency: 0.1, source: 'corpus', count: 90 }],
  ['model', { agency: 0.98, source: 'corpus', count: 90 }],
  ['crown', { agency: 0.8, source: 'probes', count: 3 }],
]);
const NONE: AgencyFindings = new Map();
const RACE: PastRace = {
  racers: RACERS,
  incumbentId: 'crown',
  incumbentQualifyingScore: 0.6,
  qualifyingThreshold: 0.57,
  margin: 0.03,
  daysAsTop: 10,
  emission: DEFAULT_EMISSION_POLICY,
};
const OPEN: PastRace = {
  ...RACE,
  incumbentId: null,
  incumbentQualifyingScore: null,
  qualifyingThreshold: 0,
  margin: 0,
  daysAsTop: null,
};

function replay(policy: string, race: Partial<PastRace> = {}, agency = NONE) {
  return replayRace({ ...RACE, ...race }, parseReplayPolicy(policy), agency);
}

describe('replay with the agency policy', () => {
  it('a race replayed with the agency policy has the champion that would have won', () => {
    const { outcome, unknown } = replay('agency', {}, AGENCY);
    expect(outcome).toMatchObject({ why: 'MARGIN_CLEARED', top: { agentVersionId: 'model' }, threshold: 0.51 });
    expect(outcome!.ranking.map(({ agentVersionId, raceScore }) => [agentVersionId, raceScore])).toEqual([
      ['model', 0.686],
      ['crown', 0.48],
      ['script', 0.09],
    ]);
    expect(unknown).toEqual([]);
  });

  it('a race replayed with the agency policy reweighs the incumbent’s margin, with an exponent too', () => {
    const race = { racers: RACERS.slice(0, 3), margin: 0.3 };
    expect(replay('agency', race, AGENCY).outcome).toMatchObject({ why: 'MARGIN_NOT_CLEARED' });
    expect(replay('agency:0.01', race, AGENCY).outcome!.ranking[0]).toMatchObject({ agentVersionId: 'script' });
  });

  it('a replayed race has no champion while the agency of a finisher is unknown', () => {
    const known = new Map([...AGENCY].filter(([id]) => id !== 'crown'));
    expect(replay('agency', {}, known)).toMatchObject({ outcome: null, unknown: ['crown'] });
  });

  it('a replayed race does not need the agency of a version that would not have raced', () => {
    const known = new Map([...AGENCY].filter(([id]) => id !== 'script'));
    const { outcome, leftOut } = replay('agency+threshold:1', {}, known);
    expect(leftOut).toEqual(['script']);
    expect(outcome).toMatchObject({ top: { agentVersionId: 'model' } });
  });
});

describe('replay with reward-agency', () => {
  const published = (factors: Readonly<Record<string, number | null>>): readonly PastRacer[] =>
    RACERS.map((each) => ({ ...each, publishedFactor: factors[each.agentVersionId] }));
  const scores = ({ outcome }: ReturnType<typeof replay>) =>
    outcome!.ranking.map(({ agentVersionId, raceScore }) => [agentVersionId, raceScore]);

  it('multiplies scores by the factors that the arena published; a version that was not probed keeps its score', () => {
    const racers = published({ script: 0.25, model: 1, crown: null });
    const replayed = replay('reward-agency', { racers });
    expect(scores(replayed)).toEqual([
      ['model', 0.7],
      ['crown', 0.6],
      ['script', 0.225],
    ]);
    expect(replayed.outcome).toMatchObject({ why: 'MARGIN_CLEARED', top: { agentVersionId: 'model' } });
    expect(replayed.rewardFactors.get('crown')).toBeNull();
  });

  it('removes the factor that was applied first', () => {
    const racers = published({ script: 0.5, model: 0.5, crown: 0.5 }).map((each) => ({
      ...each,
      raceScore: each.raceScore === null ? null : each.raceScore / 2,
      unweightedScore: each.raceScore,
    }));
    expect(scores(replay('reward-agency', { racers }))).toEqual([
      ['script', 0.45],
      ['model', 0.35],
      ['crown', 0.3],
    ]);
  });

  it('computes the factor for another floor from who decides', () => {
    // Searches follow the model in 3 of 4 changes, recommendations in none: half of the way down is 0.375.
    const deciders = { search: decider(0.75), view: decider(null), recommend: decider(0) };
    const racers = published({ script: 0.53, model: null, crown: null }).map((each) => ({ ...each, deciders }));
    expect(replay('reward-agency:0.2', { racers }).rewardFactors.get('script')).toBe(0.5);
    expect(replay('reward-agency:0.2', { racers }).rewardFactors.get('model')).toBeNull();
    const unread = published({ script: 0.53, model: null, crown: null });
    expect(replay('reward-agency:0.2', { racers: unread })).toMatchObject({ outcome: null, unknown: ['script'] });
  });

  it('changes nothing in a race of an arena that does not probe', () => {
    expect(scores(replay('reward-agency'))).toEqual(scores(replay('margin:0.011')));
  });
});

describe('replay with another margin', () => {
  it('a race replayed with another margin keeps an unbeaten incumbent', () => {
    // Ten days halve the margin 10 / 3.5 times.
    expect(replay('margin:0.9').outcome).toMatchObject({ top: { agentVersionId: 'script' }, margin: 0.12421007 });
    const kept = replay('margin:0.9,marginHalfLifeDays=10').outcome!;
    expect(kept).toMatchObject({ why: 'MARGIN_NOT_CLEARED', changed: false, threshold: 1.05 });
    expect(kept.top).toMatchObject({ agentVersionId: 'crown' });
  });

  it('a replayed race has the margin of that day unless the policy sets one', () => {
    expect(replay('emission:compounding').outcome).toMatchObject({ margin: 0.03 });
  });

  it('a replayed race has no margin without an incumbent', () => {
    expect(replay('margin:0.9', OPEN).outcome).toMatchObject({ why: 'NO_INCUMBENT', threshold: null, margin: 0 });
  });
});

describe('replay with another qualifying share', () => {
  it('a race replayed with another qualifying share omits challengers below it, never the incumbent', () => {
    const weak = RACERS.map((each) => (each.agentVersionId === 'crown' ? { ...each, qualifyingScore: 0.1 } : each));
    const { outcome, leftOut, admitsOthers } = replay('threshold:0.97', { racers: weak });
    expect(leftOut).toEqual(['script']);
    expect(outcome!.ranking.map(({ agentVersionId }) => agentVersionId)).toEqual(['model', 'crown']);
    expect(admitsOthers).toBe(false);
  });

  it('a race replayed with another qualifying share is cancelled with too few racers', () => {
    const { outcome, leftOut } = replay('threshold:1', { racers: [RACERS[0]!, RACERS[2]!] });
    expect(leftOut).toEqual(['script']);
    expect(outcome).toMatchObject({ why: 'TOO_FEW_RACERS', changed: false, top: { agentVersionId: 'crown' } });
    expect(outcome!.pay).toMatchObject({ share: 0.76 });
  });

  it('a race replayed with a lower qualifying share says that others would have qualified', () => {
    expect(replay('threshold:0.9')).toMatchObject({ admitsOthers: true, leftOut: [] });
    expect(replay('threshold:0.95')).toMatchObject({ admitsOthers: false, leftOut: [] });
    expect(replay('threshold:0.5', OPEN)).toMatchObject({ admitsOthers: false, leftOut: [] });
  });
});

describe('replay with another emission', () => {
  const stays = { racers: RACERS.slice(1), margin: 0.3 };

  it('a race replayed with another emission pays the same champion another share', () => {
    expect(replay('margin:0.3,marginHalfLifeDays=1000', stays).outcome!.pay).toMatchObject({
      share: 0.76,
      shareInAWeek: 0.55,
      burned: expect.closeTo(0.24, 4),
    });
    const { outcome } = replay('emission:compounding', stays);
    expect(outcome).toMatchObject({ changed: false, pay: { share: 0.783743, shareInAWeek: 0.633251 } });
    expect(outcome!.pay.byHotkey.get('hotkey of crown')).toBeCloseTo(0.7837, 4);
    expect(outcome!.pay.burned).toBeCloseTo(0.2163, 4);
  });

  it('a replayed race pays a new champion everything by any shape, with differences a week later', () => {
    const [linear, compounding] = ['linear', 'compounding'].map((shape) => replay(`emission:${shape}`).outcome!.pay);
    expect([linear!.share, compounding!.share]).toEqual([1, 1]);
    expect([linear!.shareInAWeek, compounding!.shareInAWeek]).toEqual([0.85, 0.858734]);
  });

  it('a replayed race counts on from the days that a returning champion had', () => {
    const back = RACERS.map((each) => (each.agentVersionId === 'script' ? { ...each, earlierDays: 12 } : each));
    const { outcome } = replay('emission:linear', { racers: back });
    expect(outcome).toMatchObject({ changed: true, top: { agentVersionId: 'script' }, pay: { share: 0.7 } });
    expect(outcome!.pay.shareInAWeek).toBeLessThan(0.7);
    expect(outcome!.pay.burned).toBeCloseTo(0.3, 4);
    // The incumbent's days already include its earlier reigns.
    const stays = RACERS.slice(2).map((each) => ({ ...each, earlierDays: 5 }));
    expect(replay('emission:linear', { racers: stays }).outcome).toMatchObject({
      changed: false,
      pay: { share: 0.76 },
    });
  });

  it('a replayed race pays the top half if the policy says so', () => {
    const more = ['a', 'b', 'c', 'd'].map((id, index) => racer(id, 0.5 - index / 10));
    const { pay } = replay('emission:weights=top-half,lossPerDay=1', {
      racers: [...RACERS.slice(1), ...more],
      margin: 0.3,
    }).outcome!;
    expect(pay.share).toBe(0.5);
    expect(pay.byHotkey.get('hotkey of model')).toBeGreaterThan(0);
    expect(pay.byHotkey.get('hotkey of d')).toBe(0);
  });

  it('a replayed race burns everything while there is no champion', () => {
    const { outcome } = replay('emission:compounding', { ...OPEN, racers: [racer('absent', null)] });
    expect(outcome).toMatchObject({ why: 'NOBODY_FINISHED', top: null, pay: { share: 0, burned: 1 } });
  });
});

describe('agency from follow rates', () => {
  it('agency from follow rates is the mean over the probed kinds of decision', () => {
    expect(agencyOfFollowRates({ search: { followed: 90, of: 90 }, recommend: { followed: 0, of: 10 } })).toEqual({
      agency: 0.5,
      source: 'probes',
      count: 100,
    });
    expect(agencyOfFollowRates({ search: { followed: 3, of: 4 }, view: { followed: 0, of: 0 } })).toMatchObject({
      agency: 0.75,
    });
  });

  it('agency from follow rates is unknown without probes', () => {
    expect(agencyOfFollowRates({})).toBeUndefined();
    expect(agencyOfFollowRates({ view: { followed: 0, of: 0 } })).toBeUndefined();
  });
});
