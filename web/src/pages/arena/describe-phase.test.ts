import { describe, expect, it } from 'vitest';
import type { RaceCurrentWire } from '../../../../src/board/wire.ts';
import { describePhase } from './describe-phase.ts';

const window = { opens_at: '2026-01-01T00:00:00.000Z', closes_at: '2026-01-02T00:00:00.000Z' };
const race = {
  race_number: 7,
  qualifying_threshold: 0.870865,
  qualifying_closes_at: '2026-01-01T20:00:00.000Z',
  qualifier_count: 3,
  scored_count: 1,
  projected_completion_at: null,
};

function current(phase: RaceCurrentWire['phase'], changed: object = {}): RaceCurrentWire {
  const shown = phase === 'NONE' ? null : { ...race, ...changed };
  return { phase, race: shown, qualifiers: [], next_window: window, computed_at: window.opens_at } as RaceCurrentWire;
}

describe('the phase in words', () => {
  it('the phase names the race, the threshold and the close while qualifying is open', () => {
    expect(describePhase(current('QUALIFYING'))).toMatchObject({
      title: 'Qualifying for race 7',
      description: expect.stringContaining('0.8709'),
      wait: { until: race.qualifying_closes_at },
    });
    expect(describePhase(current('QUALIFYING', { qualifying_threshold: 0 })).description).toContain(
      'any scored version qualifies',
    );
  });

  it('the phase shows how many are scored while a race runs, and no unknown end', () => {
    const running = describePhase(current('RACE'));
    expect(running.description).toContain('1 of 3 racers is scored');
    expect(running.wait).toBeUndefined();
    expect(describePhase(current('RACE', { projected_completion_at: window.closes_at })).wait?.until).toBe(
      window.closes_at,
    );
  });

  it('the phase has a title before the first race and after a result', () => {
    expect(describePhase(current('NONE')).wait?.until).toBe(window.closes_at);
    expect(describePhase(current('RESULT')).title).toBe('Race 7: deciding the result');
  });
});
