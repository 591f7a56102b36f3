import { finalScore, reasoningCoefficient } from '../../verdict/aggregate.ts';
import { mostByDecider } from '../../verdict/judge.ts';
import { QUALITIES } from '../../verdict/verdict.ts';
import type { ItemRun } from '../queue/item-runs.ts';
import { type AgencyReport, combineReports } from './version-agency.ts';

/**
 * The most that the reasoning of a version counts, by all its reports together; `null` where nothing caps it. A validator
 * caps its own run by what it knew then, so without this the score would depend on who happened to see the program decide.
 * One validator cannot cap a version against the others: where more reports show the model recommending than the program,
 * nothing is capped.
 */
export function reasoningCap(reports: readonly AgencyReport[]): number | null {
  const cap = mostByDecider(combineReports(reports).deciders);
  const opinions = reports.map((report) => combineReports([report]).deciders.recommend.decides);
  const count = (decides: 'model' | 'program') => opinions.filter((opinion) => opinion === decides).length;
  return cap === QUALITIES.at(-1) || count('model') > count('program') ? null : cap;
}

/** A run as it would have been scored under a cap. One without components, of another validator program, stays as it is. */
export function capRun(run: ItemRun, cap: number | null): ItemRun {
  const { score, score_components: components } = run;
  const { success_rate, reasoning_quality } = components ?? {};
  if (cap === null || score === null) return run;
  if (typeof success_rate !== 'number' || typeof reasoning_quality !== 'number' || reasoning_quality <= cap) return run;
  const reasoning_coefficient = reasoningCoefficient(cap);
  return {
    ...run,
    score: Math.min(score, finalScore(success_rate, reasoning_coefficient)),
    score_components: { ...components, reasoning_quality: cap, reasoning_coefficient },
  };
}
