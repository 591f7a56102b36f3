import { describe, expect, it } from 'vitest';
import { FAULT_CODES, ownerOf } from '../../fault/fault-table.ts';
import { publishedFailure } from '../versions/published-failure.ts';
import { episodeOutcome } from './episode-outcome.ts';

function outcomeOf(
  status: 'SUCCESS' | 'FAILED' | 'TIMED_OUT' | 'SKIPPED',
  summary: Record<string, string> = {},
  phase: 'QUALIFYING' | 'RACE' = 'QUALIFYING',
) {
  return episodeOutcome(status, publishedFailure({ status, summary, phase, failure_owner: null }));
}

describe('the outcome of an episode', () => {
  it('the outcome of a solved episode is a placed order that passed', () => {
    expect(outcomeOf('SUCCESS')).toEqual({
      outcome: 'completed',
      passed: true,
      termination_code: 'placed_order',
      failure_category: null,
    });
  });

  it('an episode’s outcome names the kind of wrong answer in qualifying, and not in a race', () => {
    const told = (failure: string) => Object.values(outcomeOf('FAILED', { failure }));
    expect(told('nothing was recommended')).toEqual(['completed', false, 'no_final_order', 'did_not_finish']);
    expect(told('not what was asked for: price')).toEqual(['completed', false, 'placed_order', 'request_not_met']);
    expect(told('no recommended product exists')).toEqual(['completed', false, 'placed_order', 'needs_not_found']);
    expect(told('a sentence of a validator')).toEqual(['completed', false, 'unknown', 'request_not_met']);
    const raced = ['nothing was recommended', 'over budget'].map((failure) => outcomeOf('FAILED', { failure }, 'RACE'));
    expect(raced[0]).toEqual(raced[1]);
  });

  it('an episode’s outcome blames the agent only for its own faults', () => {
    for (const fault_code of FAULT_CODES) {
      const { outcome, passed } = outcomeOf('FAILED', { fault_code });
      expect(passed, fault_code).toBe(false);
      expect(outcome === 'agent_error', fault_code).toBe(ownerOf(fault_code) === 'agent');
    }
    expect(outcomeOf('TIMED_OUT')).toMatchObject({ outcome: 'agent_error', failure_category: 'did_not_finish' });
    expect(outcomeOf('SKIPPED')).toMatchObject({ termination_code: 'unknown', failure_category: null });
    expect(outcomeOf('FAILED', { fault_code: 'AGENT_CALLED_TOO_MUCH' }).termination_code).toBe('step_limit');
  });
});
