import { completeText } from '../../inference/complete-text.ts';
import type { Inference } from '../../inference/inference.ts';
import type { Problem } from '../problem.ts';
import { longestCommonRun, MAX_TITLE_RUN } from './longest-common-run.ts';
import { problemId } from './problem-id.ts';
import { unstatedConstraints } from './stated-constraints.ts';

export interface RewriteOptions {
  readonly inference: Inference;
  readonly model: string;
}

export interface Rewritten {
  readonly problem: Problem;
  /** False if no version kept every constraint, so the query was not changed. */
  readonly rewritten: boolean;
}

const INSTRUCTIONS = `You rephrase requests that shoppers type into a shopping assistant. Keep every fact: each item, \
brand, attribute value, size, colour, number, price bound, service, budget and voucher rule must still be there, with \
numbers as digits and values spelled as given. Change only how it is said: order, sentence shape, tone. Do not add \
facts. Answer with the new request and nothing else.`;

const ATTEMPTS = 2;

/** Rewords a problem with a model. A version that lost a constraint or quotes the title is discarded. */
export async function rewriteQuery(problem: Problem, options: RewriteOptions): Promise<Rewritten> {
  // There is no check that a reworded clue still leads to the keyword.
  if (problem.category === 'knowledge') return { problem, rewritten: false };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await completeText(options.inference, {
      model: options.model,
      temperature: 0.8,
      max_tokens: 800,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: problem.query },
      ],
    });
    const query = answer.trim();
    if (!isFaithful(problem, query)) continue;
    return { problem: { ...problem, query, id: problemId({ ...problem, query }) }, rewritten: true };
  }
  return { problem, rewritten: false };
}

function isFaithful(problem: Problem, query: string): boolean {
  if (query === '' || query.length > 4 * problem.query.length + 200) return false;
  if (unstatedConstraints(problem, query).length > 0) return false;
  const titles = problem.targets.flatMap((target) => target.titles);
  if (titles.some((title) => longestCommonRun(query, title) > MAX_TITLE_RUN)) return false;
  return !problem.targets.some((target) => query.includes(target.productId));
}
