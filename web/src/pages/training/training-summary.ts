/** What `GET /v1/public/training` answers about the newest training; 404 while there was none. */
export interface TrainingSummary {
  readonly model: string;
  readonly trained_at: string;
  /** The corpus it was trained on. */
  readonly corpus: string;
  /** What it was measured on: problems, and tries at each. */
  readonly measured_on: { readonly suite: string; readonly problems: number; readonly tries: number };
  /** In the order of training, the untrained model first. */
  readonly stages: readonly TrainingStage[];
  readonly curves: readonly TrainingCurve[];
  readonly ablations: readonly Ablation[];
}

export interface Measured {
  readonly value: number;
  /** Where it would lie 95 times in 100. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export interface TrainingStage {
  readonly stage: string;
  /** By the name of what was measured, for example "pass@1". */
  readonly measures: Readonly<Record<string, Measured>>;
}

export interface TrainingCurve {
  readonly stage: string;
  readonly what: 'loss' | 'reward';
  readonly points: readonly { readonly step: number; readonly value: number }[];
}

/** The same recipe with one thing changed. */
export interface Ablation {
  readonly changed: string;
  readonly measure: string;
  /** Against the full recipe; below zero it was worse without. */
  readonly difference: Measured;
  /** That chance alone makes a difference this large, after counting all that was tried. */
  readonly probability: number;
}

/** Everything that any stage was measured by, in the order of first mention. */
export function measuresOf(stages: readonly TrainingStage[]): readonly string[] {
  return [...new Set(stages.flatMap(({ measures }) => Object.keys(measures)))];
}

/** Whether a difference is one: its interval leaves out zero. */
export function isDifferent({ interval }: Measured): boolean {
  return interval !== null && (interval.low > 0 || interval.high < 0);
}

/** More points than a screen has columns say nothing more; the last is always kept. */
export function thinned<Point>(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]!);
}
