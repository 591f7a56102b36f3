import type { EpisodeTrace } from './episode-trace.ts';

/** Share of a problem's sampled episodes that succeeded, by problem. */
export function passRates(episodes: readonly EpisodeTrace[]): ReadonlyMap<string, number> {
  const sampled = episodes.filter(({ mode }) => mode === 'sampled');
  return new Map(
    [...Map.groupBy(sampled, ({ problem_id }) => problem_id)].map(([id, group]) => [
      id,
      group.filter(({ success }) => success).length / group.length,
    ]),
  );
}

/**
 * Problems solved in some samples but not in all. If all samples of a group get the same reward, there is no
 * gradient.
 */
export function mixedProblems(rates: ReadonlyMap<string, number>): readonly string[] {
  return [...rates].filter(([, rate]) => rate > 0 && rate < 1).map(([id]) => id);
}

/** Problems that at least one sample fails. */
export function failedProblems(rates: ReadonlyMap<string, number>): ReadonlySet<string> {
  return new Set([...rates].filter(([, rate]) => rate < 1).map(([id]) => id));
}
