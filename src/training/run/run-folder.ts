import { join } from 'node:path';
import { type Start, stageFolder } from '../recipe/stage.ts';

/** Where a training run keeps what. */
export class RunFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The recipe as it was when the run began. */
  get recipe(): string {
    return join(this.root, 'recipe.json');
  }

  /** What else decides what comes out, by hash. */
  get inputs(): string {
    return join(this.root, 'inputs.json');
  }

  get plan(): string {
    return join(this.root, 'plan.json');
  }

  get log(): string {
    return join(this.root, 'trainer.log');
  }

  /** A model made for this run, where the recipe names none. */
  get model(): string {
    return join(this.root, 'model');
  }

  get ablations(): string {
    return join(this.root, 'ablations.json');
  }

  get report(): string {
    return join(this.root, 'report');
  }

  adapter(stage: Start): string {
    return join(this.root, 'adapters', stage);
  }

  stage(stage: Start): StageFolder {
    const root = join(this.root, 'stages', stageFolder(stage));
    return {
      root,
      rows: join(root, 'rows.jsonl'),
      samples: join(root, 'samples'),
      student: join(root, 'student'),
      train: join(root, 'train'),
      evaluation: join(root, 'evaluation'),
      mark: (step) => join(root, `${step}.done.json`),
    };
  }
}

export interface StageFolder {
  readonly root: string;
  readonly rows: string;
  /** Episodes on train problems that rows are made of: the student's, or the teacher's. */
  readonly samples: string;
  /** Episodes of the student by which problems for the teacher are chosen. */
  readonly student: string;
  /** The trainer's own folder. */
  readonly train: string;
  readonly evaluation: string;
  /** Stands there when a step is finished, and not before. */
  mark(step: 'rows' | 'train' | 'evaluation'): string;
}
