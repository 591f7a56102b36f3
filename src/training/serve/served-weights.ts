import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { STAGES, type Start } from '../recipe/stage.ts';
import { adapterOf, RunFolder } from '../run/run-folder.ts';
import { readInputs } from '../run/run-inputs.ts';

export interface ServeChoice {
  /** Stage of a training run. Default: the last with an adapter. `base` is what the run began with. */
  readonly stage?: Start | undefined;
  /** Adapter folder that replaces the stage's adapter. */
  readonly adapter?: string | undefined;
  /** Maximum tokens of prompt and answer together. */
  readonly context?: number | undefined;
}

export interface ServedWeights {
  /** Hugging Face folder. */
  readonly model: string;
  /** `null` for the model without an adapter. */
  readonly adapter: string | null;
  /** `null` for the model's default. */
  readonly context: number | null;
  /** Display name of the weights. */
  readonly label: string;
}

/** Finds base weights and adapter in the folder of a training run, or uses a Hugging Face folder directly. */
export function servedWeights(folder: string, choice: ServeChoice): ServedWeights {
  const run = new RunFolder(folder);
  if (existsSync(run.recipe) && existsSync(run.inputs)) return ofRun(run, choice);
  if (!existsSync(join(folder, 'config.json'))) throw notServable(folder);
  if (choice.stage !== undefined) {
    throw new Fault('USAGE', {
      message: `${folder} is a model, not a training run: it has no stage ${choice.stage}.`,
      remedy: 'Name the folder that `assay train run --out` wrote, or an adapter with --adapter.',
    });
  }
  return {
    model: resolve(folder),
    adapter: choice.adapter === undefined ? null : adapterIn(choice.adapter),
    context: choice.context ?? null,
    label: choice.adapter ?? folder,
  };
}

function ofRun(run: RunFolder, { stage, adapter, context }: ServeChoice): ServedWeights {
  const { recipe } = readInputs(run);
  const model = resolve(recipe.model.folder ?? run.model);
  if (!existsSync(join(model, 'config.json'))) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `The run was trained on the model in ${model}, which does not exist.`,
      remedy: `Put it there (\`assay train weights MODEL --out ${model}\`), or serve the adapter with another copy: \`assay train serve MODEL --adapter ${run.adapter(stage ?? 'sft')}\`.`,
    });
  }
  const settings = { model, context: context ?? recipe.context };
  if (adapter !== undefined) return { ...settings, adapter: adapterIn(adapter), label: adapter };
  const chosen = stage ?? STAGES.findLast((each) => existsSync(run.adapter(each)));
  if (chosen === 'base') {
    const began = adapterOf({ recipe, folder: run }, 'base');
    return { ...settings, adapter: began, label: `${recipe.name}, base${began === null ? '' : ` with ${began}`}` };
  }
  if (chosen === undefined || !existsSync(run.adapter(chosen))) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `${run.root} has no adapter${chosen === undefined ? '' : ` of stage ${chosen}`}.`,
      remedy: 'Train it first with `assay train run`, or serve what the run began with: --stage base.',
    });
  }
  return { ...settings, adapter: resolve(run.adapter(chosen)), label: `${recipe.name}, stage ${chosen}` };
}

function adapterIn(folder: string): string {
  if (existsSync(join(folder, 'adapter.json'))) return resolve(folder);
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no adapter.json in ${folder}.`,
    remedy:
      'Name `adapters/STAGE` of a training run, a folder of `assay train export --format peft`, or one of models/.',
  });
}

function notServable(folder: string): Fault {
  return new Fault('FILE_NOT_FOUND', {
    message: `${folder} is neither a training run nor a Hugging Face model: it has no inputs.json and no config.json.`,
    remedy: existsSync(join(folder, 'adapter.json'))
      ? `It is an adapter: name the model it belongs to, and the adapter with --adapter ${folder}.`
      : 'Name a folder that `assay train run --out` or `assay train weights --out` wrote.',
  });
}
