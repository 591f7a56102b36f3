import { Fault } from '../../fault/fault.ts';
import type { EnvironmentSplit } from '../session/environment-split.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';

export function splitOf({ splits }: ShoppingEnvironment, wanted: string): EnvironmentSplit {
  const split = splits.find(({ name }) => name === wanted);
  if (split === undefined) throw new Fault('INPUT_INVALID', { message: `This server has no split ${wanted}.` });
  return split;
}

/** Tasks as a reset shows them: with the request, never with the answer. */
export function tasksOf(environment: ShoppingEnvironment, wanted: string) {
  const split = splitOf(environment, wanted);
  return split.problems.map(({ problem: { id, category, query }, cluster }, index) => ({
    split: split.name,
    index,
    problem_id: id,
    category,
    query,
    leak_cluster: cluster,
  }));
}
