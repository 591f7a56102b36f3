import type { Random } from '../../random/random.ts';
import { actionSignature } from './action-signature.ts';
import type { EpisodeTrace } from './episode-trace.ts';
import { structuralFlaws } from './structural-filter.ts';

export interface ChosenSuccesses {
  readonly traces: readonly EpisodeTrace[];
  readonly counts: {
    readonly episodes: number;
    readonly successes: number;
    /** Successes rejected by the structural rules, counted by the first rule that failed. */
    readonly refused: Readonly<Record<string, number>>;
    readonly same_actions: number;
    readonly over_cap: number;
  };
}

/**
 * Successes to train on: structurally valid, without duplicate action sequences, at most `mostPerProblem` per
 * problem.
 */
export function chosenSuccesses(
  episodes: readonly EpisodeTrace[],
  mostPerProblem: number,
  random: Random,
): ChosenSuccesses {
  const successes = episodes.filter(({ success }) => success);
  const refused: Record<string, number> = {};
  const sound = successes.filter((trace) => {
    const [flaw] = structuralFlaws(trace);
    if (flaw !== undefined) refused[flaw.reason] = (refused[flaw.reason] ?? 0) + 1;
    return flaw === undefined;
  });
  const distinct = [
    ...new Map(
      sound.toReversed().map((trace) => [`${trace.problem_id}\n${actionSignature(trace.messages)}`, trace]),
    ).values(),
  ].toReversed();
  const traces = [...Map.groupBy(distinct, ({ problem_id }) => problem_id).values()].flatMap((group) =>
    random.sample(group, mostPerProblem),
  );
  return {
    traces,
    counts: {
      episodes: episodes.length,
      successes: successes.length,
      refused,
      same_actions: sound.length - distinct.length,
      over_cap: distinct.length - traces.length,
    },
  };
}
