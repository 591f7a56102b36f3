import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRacers } from '../testing/sample-racers.ts';
import { advanceRace, firstRace, whyNot } from './advance-race.ts';
import type { Race } from './race.ts';
import type { RaceEvent, RaceEventKind } from './race-event.ts';
import { areScoresPublic, isSettled, RACE_STATES, raceStatusOf } from './race-state.ts';
import { RACE_TRANSITIONS } from './race-transitions.ts';

const START = Temporal.Instant.from('2026-07-15T10:00:00Z');
const NOON = Temporal.Instant.from('2026-07-15T19:00:00Z');

function later(hours: number): Temporal.Instant {
  return NOON.add({ hours });
}

function run(race: Race, ...events: readonly RaceEvent[]): Race {
  return events.reduce((state, event) => advanceRace(state, event), race);
}

const closed: RaceEvent = { kind: 'qualifying-closed', at: NOON, racers: sampleRacers(3) };
const committed: RaceEvent = { kind: 'draw-committed', at: later(1), commitment: 'c0ffee' };
const drawn: RaceEvent = { kind: 'problems-drawn', at: later(1) };
const scored: RaceEvent = { kind: 'racer-scored', at: later(2) };
const completed: RaceEvent = { kind: 'race-completed', at: later(8) };
const decided: RaceEvent = {
  kind: 'crown-decided',
  at: later(8),
  outcome: { topAgentVersionId: 'version-2', changed: true },
};
const opened: RaceEvent = { kind: 'window-opened', at: later(9) };

describe('a race', () => {
  it('a race goes from one window to the next', () => {
    const open = firstRace(START);
    expect(open).toMatchObject({ number: 1, state: 'qualifying_open', scoredCount: 0 });
    expect(open.window.closesAt.toString()).toBe(NOON.toString());
    const running = run(open, closed, committed, drawn, scored, scored);
    expect(running).toMatchObject({ state: 'race_running', drawCommitment: 'c0ffee', scoredCount: 2 });
    expect(running.racers).toHaveLength(3);
    const promoted = run(running, completed, decided);
    expect(promoted).toMatchObject({ state: 'promoted', outcome: { topAgentVersionId: 'version-2' } });
    const next = run(promoted, opened);
    expect(next).toMatchObject({ number: 2, state: 'qualifying_open', racers: [], scoredCount: 0 });
    expect(next.drawCommitment).toBeUndefined();
    expect(next.outcome).toBeUndefined();
    // Submissions made during the race are in the next window.
    expect(next.window.opensAt.toString()).toBe(NOON.toString());
    expect(next.window.closesAt.toString()).toBe('2026-07-16T19:00:00Z');
  });

  it('a race does not close before its time', () => {
    const early: RaceEvent = { ...closed, at: NOON.subtract({ milliseconds: 1 }) };
    expect(() => advanceRace(firstRace(START), early)).toThrow('qualifying is open until 2026-07-15T19:00:00Z');
  });

  it('a race is cancelled with too few racers, and not with enough', () => {
    const alone = run(firstRace(START), { ...closed, racers: sampleRacers(1) });
    const tooFew: RaceEvent = { kind: 'too-few-racers', at: later(1) };
    expect(whyNot(alone, committed)).toBe('1 racer is too few');
    const uncontested = run(alone, tooFew);
    expect(uncontested).toMatchObject({ state: 'uncontested', reason: '1 of at least 2 racers' });
    expect(run(uncontested, opened)).toMatchObject({ number: 2, state: 'qualifying_open' });
    expect(whyNot(run(firstRace(START), closed), tooFew)).toBe('3 racers are enough');
  });

  it('a race can be cancelled until the champion is decided, with a reason', () => {
    const cancelled = (at: Temporal.Instant): RaceEvent => ({ kind: 'race-cancelled', at, reason: 'the draw leaked' });
    const stages = [
      [],
      [closed],
      [closed, committed],
      [closed, committed, drawn],
      [closed, committed, drawn, completed],
    ];
    for (const stage of stages) {
      const race = run(firstRace(START), ...stage, cancelled(later(8)));
      expect(race).toMatchObject({ state: 'cancelled', reason: 'the draw leaked' });
      expect(run(race, opened).state).toBe('qualifying_open');
    }
    expect(whyNot(run(firstRace(START), closed, committed, drawn, completed, decided), cancelled(later(9)))).toBe(
      'race-cancelled does not happen in promoted',
    );
  });

  it('a race cancelled before its close leaves its window to the next', () => {
    const early = START.add({ hours: 1 });
    const race = run(
      firstRace(START),
      { kind: 'race-cancelled', at: early, reason: 'rehearsal' },
      { kind: 'window-opened', at: early },
    );
    expect(race.window.opensAt.toString()).toBe(START.toString());
    expect(race.window.closesAt.toString()).toBe(NOON.toString());
  });

  it('a race that runs past the next noon moves the close, so that no window ends before it opens', () => {
    const late = run(
      firstRace(START),
      closed,
      committed,
      drawn,
      { ...completed, at: later(30) },
      { ...decided, at: later(31) },
    );
    const next = run(late, { kind: 'window-opened', at: later(31) });
    expect(next.window.opensAt.toString()).toBe(NOON.toString());
    expect(next.window.closesAt.toString()).toBe('2026-07-17T19:00:00Z');
  });

  it('a race accepts no event twice, and no more scores than racers', () => {
    const race = run(firstRace(START), closed);
    expect(() => advanceRace(race, closed)).toThrow('qualifying-closed does not happen in qualifying_closed');
    expect(whyNot(run(race, committed, drawn, scored, scored, scored), scored)).toBe('every racer is scored already');
  });

  it('a race draws nothing without a commitment, and commits once', () => {
    const race = run(firstRace(START), closed);
    expect(whyNot(race, drawn)).toBe('no draw is committed');
    expect(run(race, committed)).toMatchObject({ state: 'qualifying_closed', drawCommitment: 'c0ffee' });
    expect(whyNot(run(race, committed), committed)).toBe('a draw is committed already');
  });

  it('race events do not go back in time', () => {
    expect(whyNot(run(firstRace(START), closed), { ...committed, at: START })).toContain('is before');
  });
});

describe('the transitions', () => {
  const samples: Readonly<Record<RaceEventKind, RaceEvent>> = {
    'qualifying-closed': closed,
    'too-few-racers': { kind: 'too-few-racers', at: later(9) },
    'draw-committed': committed,
    'problems-drawn': drawn,
    'racer-scored': scored,
    'race-completed': completed,
    'crown-decided': decided,
    'race-cancelled': { kind: 'race-cancelled', at: later(9), reason: 'any' },
    'window-opened': opened,
  };

  it('only the listed race transitions are possible, in any order of events', () => {
    const events = fc.array(fc.constantFrom(...Object.values(samples)), { maxLength: 40 });
    fc.assert(
      fc.property(events, (sequence) => {
        let race = firstRace(START);
        let now = NOON;
        for (const sample of sequence) {
          now = now.add({ hours: 1 });
          const event = {
            ...sample,
            at: Temporal.Instant.compare(now, race.window.closesAt) < 0 ? race.window.closesAt : now,
          };
          now = event.at;
          const allowed = RACE_TRANSITIONS.find(({ from, event: kind }) => from === race.state && kind === event.kind);
          if (whyNot(race, event) !== undefined) {
            expect(() => advanceRace(race, event)).toThrow();
            continue;
          }
          const next = advanceRace(race, event);
          expect(next.state).toBe(allowed!.to);
          expect(next.number).toBe(event.kind === 'window-opened' ? race.number + 1 : race.number);
          expect(Temporal.Instant.compare(next.window.opensAt, next.window.closesAt)).toBe(-1);
          race = next;
        }
      }),
    );
  });

  it('race transitions reach every state, leave every state, and have one target per event', () => {
    expect(new Set(RACE_TRANSITIONS.map(({ to }) => to))).toEqual(new Set(RACE_STATES));
    expect(new Set(RACE_TRANSITIONS.map(({ from }) => from))).toEqual(new Set(RACE_STATES));
    const keys = RACE_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { from, event } of RACE_TRANSITIONS) expect(event === 'window-opened').toBe(isSettled(from));
  });
});

describe('public race state', () => {
  it('the public race state is one of four words, without a score before the race is complete', () => {
    expect(RACE_STATES.map(raceStatusOf)).toEqual([
      'QUALIFYING_OPEN',
      'RACE_RUNNING',
      'RACE_RUNNING',
      'RACE_COMPLETE',
      'RACE_COMPLETE',
      'CANCELLED',
      'CANCELLED',
    ]);
    expect(RACE_STATES.filter(areScoresPublic)).toEqual(['race_complete', 'promoted']);
  });
});
