import type { Category } from '../../problems/problem.ts';
import { Random } from '../../random/random.ts';
import { chosenSuccesses } from './chosen-successes.ts';
import type { EpisodeTrace } from './episode-trace.ts';
import { type MixSettings, mixRows } from './mix-rows.ts';
import type { MixedRows } from './rejection-rows.ts';
import { sftRow } from './sft-rows.ts';
import type { SftRow } from './training-row.ts';

export interface TeacherRowSettings extends MixSettings {
  readonly most_per_problem: number;
  readonly voucher_weight: number;
}

/** Successes of the teacher, with more weight for voucher problems, mixed with rows of the previous stage. */
export function teacherRows(
  episodes: readonly EpisodeTrace[],
  original: readonly SftRow[],
  categories: ReadonlyMap<string, Category>,
  settings: TeacherRowSettings,
  seed: number,
): MixedRows {
  const random = new Random(seed);
  const { traces, counts } = chosenSuccesses(episodes, settings.most_per_problem, random);
  const own = traces.map((trace) =>
    sftRow(trace, categories.get(trace.problem_id) === 'voucher' ? settings.voucher_weight : 1),
  );
  return { rows: mixRows(own, original, settings, random), own: own.length, counts };
}
