import { heldOutName, readOpenings } from '../../evaluation/sealed.ts';
import { type EvaluationSuite, findLeaks, openSuite, requireMarket } from '../../evaluation/suites.ts';
import { Fault } from '../../fault/fault.ts';
import { indexPath } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search.ts';
import { questionOf } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';

/** The suites of a recipe. */
export interface TrainingSuites {
  readonly train: EvaluationSuite;
  readonly dev: EvaluationSuite;
  /**
   * Suites that training data must not leak: the whole dev suite, even if only part of it is measured, and the
   * held-out suites.
   */
  readonly guarded: readonly EvaluationSuite[];
  /** Every problem of these suites by id, to identify the problem of a row. */
  readonly known: ReadonlyMap<string, Problem>;
}

export interface SuiteFolders {
  /** Folder of the bank, for suites that are not a path. */
  readonly bank: string;
  /** Access ledger of held-out suites; used to recognise their problems. */
  readonly ledger: string;
}

export async function openSuites(recipe: Recipe, { bank, ledger }: SuiteFolders): Promise<TrainingSuites> {
  const { suites } = recipe;
  const [train, dev] = [await openSuite(suites.train, bank), await openSuite(suites.dev, bank)];
  for (const [suite, use] of [
    [train, 'trained on'],
    [dev, 'measured after every stage'],
  ] as const) {
    const ids = suite.problems.map(({ id }) => id);
    const name = suite.kind === 'heldout' ? suite.name : heldOutName(ids, readOpenings(ledger));
    if (name === undefined) continue;
    throw new Fault('PROBLEM_SEALED', {
      message: `${suite.name} holds problems of ${name}, which is held out and may not be ${use}.`,
      remedy: 'Name a train and a dev suite in the recipe; `assay eval run` measures the final model on held-out ones.',
    });
  }
  const heldOut = await Promise.all(suites.held_out.map(async (name) => await openSuite(name, bank)));
  requireApart(dev, heldOut);
  return {
    train: part(train, suites.train_problems),
    dev: part(dev, suites.dev_problems),
    guarded: [dev, ...heldOut],
    known: new Map([train, dev, ...heldOut].flatMap(({ problems }) => problems.map((each) => [each.id, each]))),
  };
}

/** Compares questions, not ids. The dev suite is measured after every stage, so it must not leak held-out problems. */
function requireApart(dev: EvaluationSuite, heldOut: readonly EvaluationSuite[]): void {
  const set = { name: dev.name, questions: dev.problems.map(questionOf) };
  for (const suite of heldOut) {
    const [leak] = findLeaks(suite.problems, [set]);
    if (leak === undefined) continue;
    throw new Fault('PROBLEM_SEALED', {
      message: `${leak.trained} of ${dev.name} gives away ${leak.problem} of ${suite.name}, which is held out (${leak.reason}).`,
      remedy: 'Name a dev suite that shares no leak cluster with the held-out ones.',
    });
  }
}

export function openMarket(folder: string, { train, dev }: TrainingSuites): ThreadedSearch {
  const search = ThreadedSearch.open(indexPath(folder), 1);
  requireMarket(train, search.index, folder);
  requireMarket(dev, search.index, folder);
  return search;
}

/** Chooses `count` problems spread evenly over the suite, because suites are ordered by category. */
function part(suite: EvaluationSuite, count: number | null): EvaluationSuite {
  const { problems } = suite;
  if (count === null || count >= problems.length) return suite;
  const chosen = Array.from({ length: count }, (_, place) => problems[Math.floor((place * problems.length) / count)]!);
  return { ...suite, problems: chosen };
}
