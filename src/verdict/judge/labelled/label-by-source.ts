import type { Call } from '../../../gateway/calls.ts';
import { houseModel } from '../../../house/house-model.ts';
import { mindOf } from '../../../house/mind.ts';
import { readRequest } from '../../../house/read-request.ts';
import { objectOf } from '../../../json/json-object.ts';
import type { Quality } from '../../verdict.ts';
import { completionText } from '../gates/completion-text.ts';

export interface Label {
  readonly label: Quality;
  readonly because: string;
}

/**
 * How well an attempt of one of our agents was reasoned, by what its source and that of the house model do. Nothing here
 * looks at results or asks a judge: the point is to have something to hold judges against.
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
      return labelNarration(completions);
    default:
      return labelAgentic(model, completions);
  }
}

/**
 * `answerThought` names the best and the next one of what it is shown, and the first thing that speaks against the
 * other. That is a reason where it is a price, a service or another value. Where it is that words are missing, it is one
 * only if titles were shown: pages have none, and on a page the words are missing from every product.
 */
function labelNarration(completions: readonly Call[]): Label {
  const isReasoned = completions.some((call) => {
    const found = /which makes it better than \d+( "[^"]*")?[^:]*: that one (\w+ \w+)/.exec(completionText(call));
    return found !== null && found[2] !== 'shows no' && (found[2] !== 'does not' || found[1] !== undefined);
  });
  return isReasoned
    ? { label: 0.9, because: 'the model narrates, and sets two candidates apart by what it was shown' }
    : { label: 0.7, because: 'the model narrates results, and gives no reason that they bear out' };
}

/**
 * All three agents refuse to end before there is a recommendation, so that the house model always comes to a decision;
 * whether it then sets candidates against each other its own dice say.
 */
function labelAgentic(model: string, completions: readonly Call[]): Label {
  const known = houseModel(model);
  const first = completions[0];
  if (known === undefined || first === undefined) throw new Error(`${model} is not a house model, or was never asked`);
  const { compares, slips } = mindOf(known, readRequest(objectOf(first.request))).temper;
  if (slips.some(({ kind }) => kind === 'invents id'))
    return { label: 0.7, because: 'the model decides each step from results, and recommends an id it made up' };
  return compares
    ? { label: 0.9, because: 'the model decides each step from results and compares candidates when it chooses' }
    : { label: 0.7, because: 'the model decides each step from results and names no second candidate when it chooses' };
}
