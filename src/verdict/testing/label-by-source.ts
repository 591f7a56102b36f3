import type { Call } from '../../gateway/calls.ts';
import { objectOf } from '../../json/json-object.ts';
import { readRequest } from '../../simulated/read-request.ts';
import { requestContextOf } from '../../simulated/request-context.ts';
import { simulatedModel } from '../../simulated/simulated-model.ts';
import type { Quality } from '../verdict.ts';

export interface Label {
  readonly label: Quality;
  readonly because: string;
}

/**
 * Labels the reasoning of an attempt by one of our agents, based on what the source of the agent and of the simulated
 * model does. It neither looks at results nor asks a judge, so that judges can be compared with it.
 */
export function labelBySource(agent: string, model: string, calls: readonly Call[]): Label {
  const completions = calls.filter(({ kind, status }) => kind === 'inference' && status === 200);
  switch (agent) {
    case 'no_model.py':
      return { label: 0.1, because: 'never asks a model' };
    case 'rank_by_model.py':
      return { label: 0.1, because: 'all the model ever says is the number of a candidate' };
    case 'extract_and_search.py':
      return completions.some(({ usage }) => (usage?.completion_tokens ?? 0) >= 30)
        ? { label: 0.3, because: 'asks the model once, before the first search' }
        : { label: 0.1, because: 'asks the model once, and it said less than 30 tokens' };
    case 'narrated_loop.py':
      // The grade is for decisions, and the program makes all of them before it asks the model to write about them.
      return { label: 0.3, because: 'the model narrates what the program has already decided' };
    default:
      return labelAgentic(model, completions);
  }
}

/**
 * All three agents refuse to end without a recommendation, so the simulated model always decides. Its random error
 * profile determines whether it also compares candidates.
 */
function labelAgentic(model: string, completions: readonly Call[]): Label {
  const known = simulatedModel(model);
  const first = completions[0];
  if (known === undefined || first === undefined)
    throw new Error(`${model} is not a simulated model, or made no recorded call`);
  const { compares, mistakes: slips } = requestContextOf(known, readRequest(objectOf(first.request))).errorProfile;
  if (slips.some(({ kind }) => kind === 'invents id'))
    return { label: 0.7, because: 'the model decides each step from results, and recommends an id it made up' };
  return compares
    ? { label: 0.9, because: 'the model decides each step from results and compares candidates when it chooses' }
    : { label: 0.7, because: 'the model decides each step from results and names no second candidate when it chooses' };
}
