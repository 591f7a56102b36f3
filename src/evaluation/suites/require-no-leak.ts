import { isAbsolute, sep } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { EvaluationSuite } from './evaluation-suite.ts';
import { findLeaks, type TrainingSet } from './find-leaks.ts';
import { trainingQuestions } from './training-questions.ts';

const SHOWN = 5;

/** Runs before anything is measured: results on trained problems are meaningless. */
export async function requireNoLeak(
  suite: EvaluationSuite,
  files: readonly string[],
  others: readonly TrainingSet[] = [],
): Promise<readonly string[]> {
  const named = [...new Set([...suite.training, ...files])];
  const read = await Promise.all(named.map(async (name) => ({ name, questions: await trainingQuestions(name) })));
  const sets = [...read, ...others];
  const leaks = findLeaks(suite.problems, sets);
  // Runs are published, and the parent folders of a set would only reveal whose machine it was on.
  if (leaks.length === 0)
    return sets.map(({ name }) => (isAbsolute(name) ? name.split(sep).slice(-2).join('/') : name));
  const shown = leaks
    .slice(0, SHOWN)
    .map(({ problem, trained, set, reason }) => `${problem} is ${trained} of ${set} (${reason})`);
  const more = leaks.length > SHOWN ? `, and ${leaks.length - SHOWN} more` : '';
  throw new Fault('INPUT_INVALID', {
    message: `${leaks.length} of ${suite.problems.length} problems of ${suite.name} leak into the training data: ${shown.join('; ')}${more}.`,
    remedy: 'Train without them, or evaluate on another suite. Nothing was measured.',
    extra: { leaks },
  });
}
