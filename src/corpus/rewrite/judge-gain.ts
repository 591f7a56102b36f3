import { mean } from '../../statistics/mean.ts';
import { isUntied, oneSidedSignFlip } from '../../statistics/one-sided-sign-flip.ts';
import { roundToMillionth } from '../../statistics/round-to-millionth.ts';
import type { StepScore } from './check-reasoning.ts';
import type { RewriteConfig } from './rewrite-config.ts';

export interface AcceptedGain {
  readonly rejected: null;
  /** Mean over steps of the similarity that the reasoning adds. */
  readonly gain: number;
  /** The lowest gain of any step. */
  readonly worst: number;
  /** Probability of a difference this large if the reasoning has no effect. */
  readonly chance: number;
}

export interface RejectedGain {
  readonly rejected: { readonly reason: 'NO_GAIN' | 'BY_CHANCE' | 'STEP_WORSE'; readonly detail: string };
}

/**
 * Whether the reasoning of a whole attempt predicts its calls better than the history alone. It is accepted or rejected
 * as a whole, so the predictions of all steps are tested together: those of one step are too few to distinguish from
 * chance.
 */
export function judgeGain(
  scores: readonly StepScore[],
  { minimumGain, alpha, maximumLoss }: Pick<RewriteConfig, 'minimumGain' | 'alpha' | 'maximumLoss'>,
): AcceptedGain | RejectedGain {
  const gains = scores.map(({ bare, informed }) => informed - bare);
  const gain = roundToMillionth(mean(gains));
  const worst = roundToMillionth(Math.min(...gains));
  if (gain < minimumGain) {
    const detail = `the reasoning adds ${gain.toFixed(3)} where ${minimumGain} is asked for`;
    return { rejected: { reason: 'NO_GAIN', detail } };
  }
  const differences = scores.flatMap(independentDifferences);
  const chance = oneSidedSignFlip(differences);
  if (chance > alpha) {
    const untied = differences.filter(isUntied).length;
    const detail = `it adds ${gain.toFixed(3)} in ${untied} pairs of predictions that differ, which chance does with probability ${chance.toFixed(3)}, where ${alpha} is allowed`;
    return { rejected: { reason: 'BY_CHANCE', detail } };
  }
  if (worst < -maximumLoss) {
    const place = gains.indexOf(Math.min(...gains)) + 1;
    const detail = `it takes away ${(-worst).toFixed(3)} at step ${place}, where ${maximumLoss} is allowed`;
    return { rejected: { reason: 'STEP_WORSE', detail } };
  }
  return { rejected: null, gain, worst, chance: roundToMillionth(chance) };
}

/** If no seed changes the checker's answers, they count as one observation, not as many that agree. */
function independentDifferences({ draws }: StepScore): number[] {
  const differences = draws.map(({ bare, informed }) => informed - bare);
  const [first] = draws;
  const steady = draws.every(({ bare, informed }) => bare === first!.bare && informed === first!.informed);
  return steady ? differences.slice(0, 1) : differences;
}
