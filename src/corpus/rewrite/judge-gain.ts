import type { StepScore } from './check-reasoning.ts';
import type { RewriteConfig } from './rewrite-config.ts';

export interface Gain {
  /** Mean over steps of what the reasoning added. */
  readonly gain: number;
  /** The step that it helped least. */
  readonly worst: number;
  /** `null` when it is accepted. */
  readonly rejected: { readonly reason: 'NO_GAIN' | 'STEP_WORSE'; readonly detail: string } | null;
}

/** Whether the reasoning of a whole attempt says what was done better than the history alone does. */
export function judgeGain(
  scores: readonly StepScore[],
  { minimumGain, maximumLoss }: Pick<RewriteConfig, 'minimumGain' | 'maximumLoss'>,
): Gain {
  const gains = scores.map(({ bare, informed }) => informed - bare);
  const gain = round(gains.reduce((sum, each) => sum + each, 0) / gains.length);
  const worst = round(Math.min(...gains));
  if (gain < minimumGain) {
    const detail = `the reasoning adds ${gain.toFixed(3)} where ${minimumGain} is asked for`;
    return { gain, worst, rejected: { reason: 'NO_GAIN', detail } };
  }
  if (worst < -maximumLoss) {
    const place = gains.indexOf(Math.min(...gains)) + 1;
    const detail = `it takes away ${(-worst).toFixed(3)} at step ${place}, where ${maximumLoss} is allowed`;
    return { gain, worst, rejected: { reason: 'STEP_WORSE', detail } };
  }
  return { gain, worst, rejected: null };
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
