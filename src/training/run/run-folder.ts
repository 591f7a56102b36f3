import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { STAGES, type Start, stageFolder } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';

/** Paths within the folder of a training run. */
export class RunFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The recipe as it was at the start of the run. */
  get recipe(): string {
    return join(this.root, 'recipe.json');
  }

  /** Hashes of everything else that determines the result. */
  get inputs(): string {
    return join(this.root, 'inputs.json');
  }

  get plan(): string {
    return join(this.root, 'plan.json');
  }

  get log(): string {
    return join(this.root, 'trainer.log');
  }

  /** A model created for this run, if the recipe names none. */
  get model(): string {
    return join(this.root, 'model');
  }

  get ablations(): string {
    return join(this.root, 'ablations.json');
  }

  get report(): string {
    return join(this.root, 'report');
  }

  /** Measurements made after the run on this suite. */
  measurements(suite: string): string {
    return join(this.root, 'measurements', suite.replaceAll(/[^\w.-]/g, '_'));
  }

  hasAdapter(stage: Start): boolean {
    return existsSync(join(this.adapter(stage), 'adapter.json'));
  }

  /** Files with whole conversations that were used for training. */
  conversationRows(): readonly string[] {
    const stages = STAGES.filter((stage) => STAGE_TABLE[stage].verl === 'conversations');
    return stages.map((stage) => this.stage(stage).rows).filter((path) => existsSync(path));
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
      evaluationAt: (temperature) => join(root, `evaluation-at-${temperature}`),
      mark: (step) => join(root, `${step}.done.json`),
    };
  }
}

export interface StageFolder {
  readonly root: string;
  readonly rows: string;
  /** Episodes on train problems from which rows are made: the student's or the teacher's. */
  readonly samples: string;
  /** Episodes of the student that decide which problems the teacher plays. */
  readonly student: string;
  /** The trainer's own output folder. */
  readonly train: string;
  readonly evaluation: string;
  /** Episodes at a temperature other than the planned one. */
  evaluationAt(temperature: number): string;
  /** File that exists once a step is finished. */
  mark(step: 'rows' | 'train' | 'evaluation' | `evaluation-at-${number}`): string;
}

/** The adapter that a stage left, or that the run began with; `null` is the model as it came. */
export function adapterOf(
  { recipe, folder }: { readonly recipe: Recipe; readonly folder: RunFolder },
  stage: Start,
): string | null {
  const path = stage === 'base' ? recipe.model.adapter : folder.adapter(stage);
  return path === null ? null : resolve(path);
}
