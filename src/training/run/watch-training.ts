import type { Start } from '../recipe/stage.ts';
import type { TrainerEvent } from '../trainer/trainer-event.ts';

/** Progress events of a run. Printed one per line with `--json`. */
export type RunEvent =
  | { readonly event: 'begin'; readonly stage: Start; readonly doing: TrainingActivity }
  /** The step was finished by an earlier execution. */
  | { readonly event: 'kept'; readonly stage: Start; readonly doing: TrainingActivity }
  | {
      readonly event: 'progress';
      readonly stage: Start;
      readonly doing: TrainingActivity;
      readonly done: number;
      readonly of: number;
    }
  | { readonly event: 'trainer'; readonly stage: Start; readonly said: TrainerEvent }
  | { readonly event: 'rows'; readonly stage: Start; readonly rows: number; readonly counts: unknown }
  | {
      readonly event: 'measured';
      readonly stage: Start;
      readonly temperature: number;
      readonly pass_at_1: number | null;
      readonly complete: boolean;
    }
  | { readonly event: 'skipped'; readonly stage: Start; readonly why: string };

export type TrainingActivity = 'rows' | 'samples' | 'student' | 'teacher' | 'model' | 'train' | 'evaluation';

export type WatchTraining = (event: RunEvent) => void;
