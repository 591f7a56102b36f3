import { Random } from '../../random/random.ts';
import { type ChosenSuccesses, chosenSuccesses } from './chosen-successes.ts';
import type { EpisodeTrace } from './episode-trace.ts';
import { type MixSettings, mixRows } from './mix-rows.ts';
import { passRates } from './pass-rates.ts';
import { sftRow } from './sft-rows.ts';
import type { SftRow } from './training-row.ts';

export interface MixedRows {
  readonly rows: readonly SftRow[];
  readonly own: number;
  readonly counts: ChosenSuccesses['counts'];
}

/**
 * Successes of the student itself. Rare successes get more weight: 1/√(share of the problem's samples that solved
 * it). The other rows are those of the first stage.
 */
export function rejectionRows(
  episodes: readonly EpisodeTrace[],
  original: readonly SftRow[],
  settings: MixSettings & { readonly most_per_problem: number },
  seed: number,
): MixedRows {
  const random = new Random(seed);
  const rates = passRates(episodes);
  const { traces, counts } = chosenSuccesses(
    episodes.filter(({ mode }) => mode === 'sampled'),
    settings.most_per_problem,
    random,
  );
  const own = traces.map((trace) => sftRow(trace, 1 / Math.sqrt(rates.get(trace.problem_id)!)));
  return { rows: mixRows(own, original, settings, random), own: own.length, counts };
}
