import { harnessOf } from '../../evaluation/harness.ts';
import { lampProblem } from '../../evaluation/testing/lamp-problem.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { servedSplits } from '../splits/served-splits.ts';

/** Part of every target's title and of the teacher's calls; no client may ever read it. */
export const SECRET = 'zanzibar-7731';

const TEACHER = [
  { name: 'find_product', arguments: `{"q":"kavari desk lamp"}` },
  { name: 'find_product', arguments: `{"q":"${SECRET}"}` },
  { name: 'recommend_product', arguments: '{"product_ids":"1001"}' },
  { name: 'terminate', arguments: '{}' },
];

/** Answers that solve the lamp problem, turn by turn. */
export const SOLVING = [
  { name: 'find_product', arguments: '{"q":"kavari desk lamp"}' },
  { name: 'view_product_information', arguments: '{"product_ids":"1001,1002"}' },
  { name: 'recommend_product', arguments: '{"product_ids":"1001"}' },
  { name: 'terminate', arguments: '{}' },
].map((called, place) => ({
  role: 'assistant',
  content: 'I look and compare.',
  tool_calls: [{ id: `c${place}`, type: 'function', function: called }],
}));

/** For tests: a few problems of the small market, with a teacher on the train split. */
export function lampEnvironment(search: Search, changed: Partial<ShoppingEnvironment> = {}): ShoppingEnvironment {
  const suite = (name: string, ids: readonly string[]) =>
    ({ name, kind: 'dev', market: null, training: [], problems: ids.map(secretLamp) }) as const;
  const train = suite('lamps', ['a', 'b', 'c', 'd', 'e', 'f']);
  const evaluation = suite('other lamps', ['x', 'y']);
  const teacher = new Map(train.problems.map(({ id }) => [id, TEACHER]));
  return {
    splits: servedSplits({
      suites: { train, evaluation },
      teacher,
      search,
      // As for a suite without variants of the same problem.
      clustersOf: (problems) => new Map(problems.map(({ id }) => [id, id])),
    }),
    harness: harnessOf(7, 'native'),
    search,
    maxTurns: 6,
    weights: { outcome: 1, step: 0.3 },
    ...changed,
  };
}

function secretLamp(id: string): Problem {
  const problem = lampProblem(id);
  const [target] = problem.targets;
  return { ...problem, targets: [{ ...target!, titles: [...target!.titles, SECRET] }] };
}
