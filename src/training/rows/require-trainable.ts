import { type EvaluationSuite, findLeaks, type Leak } from '../../evaluation/suites.ts';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { shopOf } from '../../problems/clusters.ts';
import type { TrainedSet } from './trained-question.ts';

const SHOWN = 5;

/**
 * Runs before any training. Rejects, by name, training data that quotes a measured or held-out problem or shares a
 * leak cluster with it, which would make the measured numbers meaningless. Shops are compared only if a market is
 * given.
 */
export function requireTrainable(
  sets: readonly TrainedSet[],
  suites: readonly EvaluationSuite[],
  market?: MarketIndex,
): void {
  for (const suite of suites) {
    const linked = findLeaks(suite.problems, sets);
    const leaks = [
      ...linked,
      ...quoted(suite, sets, new Set(linked.map(({ problem }) => problem))),
      ...(market === undefined ? [] : sharedShops(suite, sets, market)),
    ];
    if (leaks.length === 0) continue;
    const shown = leaks
      .slice(0, SHOWN)
      .map(({ problem, trained, set, reason }) => `${trained} of ${set} gives away ${problem} (${reason})`);
    const more = leaks.length > SHOWN ? `, and ${leaks.length - SHOWN} more` : '';
    throw new Fault('INPUT_INVALID', {
      message: `The training data leaks into ${suite.name}: ${shown.join('; ')}${more}.`,
      remedy: 'Build the release with --exclude-problems and these suites. Nothing was trained.',
      extra: { suite: suite.name, leaks },
    });
  }
}

/** Quotes of problems that are not reported yet. A leaked question usually also quotes itself. */
function quoted(suite: EvaluationSuite, sets: readonly TrainedSet[], named: ReadonlySet<string>): readonly Leak[] {
  return sets.flatMap(({ name, quotes = [] }) =>
    quotes
      .filter((quote) => quote.suite === suite.name && !named.has(quote.problem))
      .map(({ problem, trained }) => ({ problem, set: name, trained, reason: 'quoted' })),
  );
}

/**
 * Direct links are enough: the first link of any longer chain out of the suite is found here or among the other
 * leaks.
 */
function sharedShops(suite: EvaluationSuite, sets: readonly TrainedSet[], market: MarketIndex): readonly Leak[] {
  const trained = new Map(
    sets.flatMap(({ name, questions }) =>
      questions.flatMap(({ id, shop }) => (shop === undefined ? [] : [[shop, { set: name, trained: id }] as const])),
    ),
  );
  return suite.problems.flatMap((problem): readonly Leak[] => {
    const shop = shopOf(problem, market);
    const other = shop === undefined ? undefined : trained.get(shop);
    return other === undefined ? [] : [{ problem: problem.id, ...other, reason: 'same-shop' }];
  });
}
