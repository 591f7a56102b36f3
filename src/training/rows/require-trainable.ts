import type { EvaluationSuite } from '../../evaluation/suites/evaluation-suite.ts';
import { findLeaks, type TrainingSet } from '../../evaluation/suites/find-leaks.ts';
import { Fault } from '../../fault/fault.ts';

const SHOWN = 5;

/**
 * Before anything is trained: what shares a leak cluster with a problem that is measured, or kept for the final number,
 * is refused by name. Afterwards nobody could say what a number means.
 */
export function requireTrainable(sets: readonly TrainingSet[], suites: readonly EvaluationSuite[]): void {
  for (const suite of suites) {
    const leaks = findLeaks(suite.problems, sets);
    if (leaks.length === 0) continue;
    const shown = leaks
      .slice(0, SHOWN)
      .map(({ problem, trained, set, reason }) => `${trained} of ${set} gives away ${problem} (${reason})`);
    const more = leaks.length > SHOWN ? `, and ${leaks.length - SHOWN} more` : '';
    throw new Fault('INPUT_INVALID', {
      message: `What is to be trained on leaks into ${suite.name}: ${shown.join('; ')}${more}.`,
      remedy: 'Leave these out: build the release with --held-out and these suites. Nothing was trained.',
      extra: { suite: suite.name, leaks },
    });
  }
}
