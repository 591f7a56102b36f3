import type { RaceWire } from '../../../src/board/wire.ts';

/** A race for tests, with qualifying open on 1 January. */
export function sampleRace(values: Partial<RaceWire>): RaceWire {
  return {
    race_id: '00000000-0000-4000-8000-000000000001',
    suite_id: 1,
    race_number: 1,
    status: 'QUALIFYING_OPEN',
    state: 'qualifying_open',
    state_since: '2026-01-02T00:30:00.000Z',
    qualifying_opens_at: '2026-01-01T00:00:00.000Z',
    qualifying_closes_at: '2026-01-02T00:00:00.000Z',
    race_started_at: null,
    race_completed_at: null,
    winner_agent_version_id: null,
    winner_agent_name: null,
    winner_score: null,
    incumbent_agent_version_id: null,
    qualifying_threshold: null,
    qualifier_count: 0,
    scored_count: 0,
    top50_mean: null,
    top50_std: null,
    created_at: '2026-01-01T00:00:00.000Z',
    projected_completion_at: null,
    draw_commitment: null,
    reason: null,
    ...values,
  };
}
