import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { FIRST_STAGE } from '../recipe/stage.ts';
import { runTrainer } from '../trainer/run-trainer.ts';
import { TrainerProcess } from '../trainer/trainer-process.ts';
import { Student } from './student.ts';
import type { TrainingContext } from './training-context.ts';

export interface TrainerSessionOptions {
  readonly python: string;
  /** Folder of the trainer's package. */
  readonly home: string;
}

type TrainerSessionContext = Pick<TrainingContext, 'recipe' | 'folder' | 'watch' | 'signal'>;

/** The trainer process and its model, started on first use: a run with nothing left to do starts neither. */
export class TrainerSession {
  readonly #context: TrainerSessionContext;
  readonly #options: TrainerSessionOptions;
  #trainer: TrainerProcess | undefined;
  #student: Student | undefined;

  constructor(context: TrainerSessionContext, options: TrainerSessionOptions) {
    this.#context = context;
    this.#options = options;
    context.signal.addEventListener('abort', () => void this.stop(), { once: true });
  }

  /** Absolute path of the base model. Creates it from the first stage's rows if the recipe names none. */
  async model(): Promise<string> {
    const { recipe, folder, watch } = this.#context;
    if (recipe.model.folder !== null) {
      if (existsSync(join(recipe.model.folder, 'config.json'))) return resolve(recipe.model.folder);
      throw new Fault('FILE_NOT_FOUND', {
        message: `There is no model in ${recipe.model.folder}.`,
        remedy: `Put a Hugging Face folder there, or run \`assay train weights MODEL --out ${recipe.model.folder}\`.`,
      });
    }
    // The trainer creates the folder atomically, so it is complete if it exists.
    if (existsSync(join(folder.model, 'weights.json'))) return resolve(folder.model);
    watch({ event: 'begin', stage: 'base', doing: 'model' });
    const rows = folder.stage(FIRST_STAGE).rows;
    const words = ['weights', 'tiny', '--rows', rows, '--out', folder.model, '--seed', String(recipe.seed)];
    await runTrainer(this.#options.python, this.#options.home, words);
    return resolve(folder.model);
  }

  trainer(): TrainerProcess {
    this.#context.signal.throwIfAborted();
    this.#trainer ??= TrainerProcess.start({ ...this.#options, log: this.#context.folder.log });
    return this.#trainer;
  }

  async student(): Promise<Student> {
    this.#student ??= await Student.serve(this.trainer(), this.#context.recipe, await this.model());
    return this.#student;
  }

  async stop(): Promise<void> {
    await this.#trainer?.stop();
  }
}
