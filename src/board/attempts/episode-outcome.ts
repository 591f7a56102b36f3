import type { ProblemStatus } from '../../arena/tables.ts';
import type { EpisodeFeedbackWire } from '../wire/episode-feedback-wire.ts';
import type { FailureWire } from '../wire/version-problems-wire.ts';

type EpisodeOutcome = Pick<EpisodeFeedbackWire, 'outcome' | 'passed' | 'termination_code' | 'failure_category'>;
type Ending = Pick<EpisodeFeedbackWire, 'termination_code' | 'failure_category'>;

const NEEDS_NOT_FOUND: Ending = { termination_code: 'placed_order', failure_category: 'needs_not_found' };
const REQUEST_NOT_MET: Ending = { termination_code: 'placed_order', failure_category: 'request_not_met' };

/** Endings by the published reason of a wrong answer. */
const WRONG_ANSWERS: ReadonlyMap<string, Ending> = new Map([
  [
    'product_ids of the recommendation was no text',
    { termination_code: 'no_final_order', failure_category: 'request_not_met' },
  ],
  ['nothing was recommended', { termination_code: 'no_final_order', failure_category: 'did_not_finish' }],
  ['no recommended product exists', NEEDS_NOT_FOUND],
  ['a product is missing from the recommendation', NEEDS_NOT_FOUND],
  ['not what was asked for', REQUEST_NOT_MET],
  ['not all from one shop', REQUEST_NOT_MET],
  ['over budget', REQUEST_NOT_MET],
]);

/** A published result in the terms of the platform's feedback, derived only from public information. */
export function episodeOutcome(status: ProblemStatus, failure: FailureWire | null): EpisodeOutcome {
  if (failure === null) {
    return {
      outcome: 'completed',
      passed: status === 'SUCCESS',
      termination_code: 'placed_order',
      failure_category: null,
    };
  }
  const passed = false;
  if (failure.code === null && status === 'FAILED') {
    const unsolved: Ending = { termination_code: 'unknown', failure_category: 'request_not_met' };
    return { outcome: 'completed', passed, ...(WRONG_ANSWERS.get(failure.reason) ?? unsolved) };
  }
  switch (failure.owner) {
    case 'agent': {
      const isLimit = failure.code === 'AGENT_CALLED_TOO_MUCH';
      const termination_code = isLimit ? 'step_limit' : 'agent_error';
      return { outcome: 'agent_error', passed, termination_code, failure_category: 'did_not_finish' };
    }
    case 'validator':
    case 'platform':
      return {
        outcome: 'environment_error',
        passed,
        termination_code: 'infrastructure_error',
        failure_category: 'infrastructure',
      };
    default:
      // The owner of the failure is unknown, and then the agent is not blamed.
      return { outcome: 'environment_error', passed, termination_code: 'unknown', failure_category: null };
  }
}
