import type { TrainingSummary } from '../summary/training-summary.ts';

const measured = (value: number) => ({ value, interval: { low: value - 0.1, high: value + 0.1 } });

/** For tests: a run of three stages with every kind of entry that a summary can have. Its numbers are made up. */
export function sampleSummary(changed: Partial<TrainingSummary> = {}): TrainingSummary {
  return {
    recipe: 'sample',
    about: 'Numbers made up for a test.',
    model: 'sample-1',
    base_model: 'tiny (2 layers x 128, random)',
    trained_at: '2026-11-01T00:00:00.000Z',
    corpus: 'demonstration',
    simulated: ['corpus', 'teacher'],
    measured_on: { suite: 'dev-75', problems: 75, tries: 8 },
    stages: [
      { stage: 'untrained', ended: null, measures: { 'pass@1': measured(0.18), 'pass@8': measured(0.4) } },
      { stage: 'sft', ended: 'done', measures: { 'pass@1': measured(0.43) } },
      { stage: 'grpo', ended: 'kl', measures: { 'pass@1': measured(0.45) } },
    ],
    curves: [
      { stage: 'sft', what: 'loss', points: curve((step) => 2 / (step + 1)) },
      { stage: 'grpo', what: 'reward', points: curve((step) => 1 - 1 / (step + 1)) },
    ],
    ablations: [
      { changed: 'unfiltered corpus', measure: 'pass@1', difference: measured(-0.12), probability: 0.02 },
      { changed: 'scripted only', measure: 'pass@1', difference: measured(0.02), probability: 0.7 },
    ],
    incomplete: [{ stage: 'grpo', measured: 587, expected: 675, remedy: 'the same command goes on with it' }],
    not_run: [
      { what: 'kto', why: 'left out' },
      { what: 'ablation: half the rows', why: 'no time left' },
    ],
    ...changed,
  };
}

function curve(value: (step: number) => number): { step: number; value: number }[] {
  return Array.from({ length: 900 }, (_, step) => ({ step, value: value(step) }));
}
