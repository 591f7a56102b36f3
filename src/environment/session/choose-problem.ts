import { randomInt } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import { Random } from '../../random/random.ts';
import type { EnvironmentSplit, ServedProblem } from './environment-split.ts';
import type { ResetRequest } from './session-wire.ts';

export interface ChosenProblem {
  readonly split: EnvironmentSplit;
  readonly served: ServedProblem;
  /** `null` if the problem was named. */
  readonly seed: number | null;
}

const MAX_DRAWN_SEED = 2 ** 31;

/** The problem named by id or index, or drawn with the seed. Without any of these, a seed is drawn and returned. */
export function chooseProblem(splits: readonly EnvironmentSplit[], request: ResetRequest): ChosenProblem {
  const split = request.split == null ? splits[0] : splits.find(({ name }) => name === request.split);
  if (split === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: `This server has no split ${request.split}.`,
      remedy: `It has ${splits.map(({ name }) => name).join(' and ')}.`,
    });
  }
  const { problems } = split;
  if (request.problem_id != null) {
    const served = problems.find(({ problem }) => problem.id === request.problem_id);
    if (served === undefined) throw unknownProblem(`problem ${JSON.stringify(request.problem_id)}`, split);
    return { split, served, seed: null };
  }
  if (request.index != null) {
    const served = problems[request.index];
    if (served === undefined) throw unknownProblem(`problem number ${request.index}`, split);
    return { split, served, seed: null };
  }
  const seed = request.seed ?? randomInt(MAX_DRAWN_SEED);
  return { split, served: new Random(seed).pick(problems), seed };
}

/** The same message for unknown and withheld problems, so that callers do not learn which ids exist. */
function unknownProblem(what: string, { name, problems }: EnvironmentSplit): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The split ${name} has no ${what}.`,
    remedy: `It has ${problems.length} problems, numbered from 0; POST /assay/tasks lists them.`,
  });
}
