import { describe, expect, it } from 'vitest';
import type { RaceWire } from '../../../../src/board/wire.ts';
import { sampleRace } from '../../testing/race-sample-race.ts';
import { raceTimeline } from './race-timeline.ts';

function progress(race: Partial<RaceWire>): string[] {
  return raceTimeline(sampleRace(race)).map((step) => step.progress);
}

describe('race timeline', () => {
  it('the race timeline has five steps', () => {
    expect(progress({ state: 'qualifying_open' })).toEqual(['now', 'ahead', 'ahead', 'ahead', 'ahead']);
    expect(progress({ state: 'qualifying_closed' })).toEqual(['done', 'now', 'ahead', 'ahead', 'ahead']);
    expect(progress({ state: 'race_running' })).toEqual(['done', 'done', 'now', 'ahead', 'ahead']);
    expect(progress({ state: 'race_complete' })).toEqual(['done', 'done', 'done', 'now', 'ahead']);
    expect(progress({ state: 'promoted' })).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  it('the race timeline ends early when the race was cancelled', () => {
    const off = { state: 'cancelled', status: 'CANCELLED' } as const;
    expect(progress({ ...off, race_started_at: '2026-01-02T00:00:00.000Z' })).toEqual([
      'done',
      'done',
      'done',
      'never',
      'never',
    ]);
    expect(progress({ ...off, state_since: '2026-01-01T06:00:00.000Z' })).toEqual([
      'done',
      'never',
      'never',
      'never',
      'never',
    ]);
    expect(progress({ state: 'uncontested', status: 'CANCELLED' })).toEqual([
      'done',
      'done',
      'never',
      'never',
      'never',
    ]);
  });

  it('the race timeline says whether the champion changed, or the expected end of a running race', () => {
    const last = (race: Partial<RaceWire>) => raceTimeline(sampleRace(race)).at(-1)!;
    expect(last({ state: 'race_running' }).title).toBe('Draw revealed, champion decided');
    const decided = { state: 'promoted', incumbent_agent_version_id: 'a' } as const;
    expect(last({ ...decided, winner_agent_version_id: 'b' })).toMatchObject({
      title: 'Draw revealed, new champion',
      at: sampleRace({}).state_since,
    });
    expect(last({ ...decided, winner_agent_version_id: 'a' }).title).toBe('Draw revealed, champion stays');
    const expected = '2026-01-03T00:00:00.000Z';
    expect(raceTimeline(sampleRace({ state: 'race_running', projected_completion_at: expected }))[3]!.at).toBe(
      expected,
    );
  });
});
