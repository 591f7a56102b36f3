import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { ggufLora } from '../../../models/gguf-lora.ts';
import { makeFolder, SHARED_FOLDER } from '../../../store/files.ts';
import { exportVerl } from '../../../training/export-verl.ts';
import { FIRST_STAGE, STAGES, type Stage } from '../../../training/recipe.ts';
import { RunFolder, readInputs } from '../../../training/run.ts';
import { loraBase, servedWeights } from '../../../training/serve.ts';
import { runTrainer, trainerHome, trainerPython } from '../../../training/trainer.ts';
import { path } from '../../options.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { pythonOption } from '../../shared-options.ts';

interface Options {
  readonly format: 'peft' | 'gguf-lora' | 'merged' | 'verl';
  readonly stage?: Stage;
  readonly adapter?: string;
  readonly out: string;
  readonly python?: string;
  readonly json?: boolean;
}

export function trainExportCommand(): Command {
  return new Command('export')
    .argument('<run>', 'folder of a training run; for merged also a Hugging Face model')
    .addOption(
      new Option('--format <name>', 'format to export')
        .choices(['peft', 'gguf-lora', 'merged', 'verl'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--stage <stage>',
        `stage whose adapter or rows are exported (default: the last adapter, or the rows of ${FIRST_STAGE})`,
      ).choices(STAGES),
    )
    .option('--adapter <path>', 'for merged: adapter to add to the weights, instead of a stage’s', path)
    .requiredOption('--out <dir>', 'folder for the files', path)
    .addOption(pythonOption())
    .action(async (run: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      if (options.format === 'merged') return await exportMerged(run, options, terminal);
      if (options.adapter !== undefined) {
        throw new Fault('USAGE', {
          message: '--adapter goes only with --format merged.',
          remedy: 'Leave it out, or name a stage.',
        });
      }
      const folder = new RunFolder(run);
      const { recipe } = readInputs(folder);
      if (options.format === 'peft') return await exportPeft(folder, options, terminal);
      if (options.format === 'gguf-lora') return exportGgufLora(run, options, terminal);
      const summary = await exportVerl(folder, recipe, options.stage ?? FIRST_STAGE, options.out);
      for (const { file, rows } of summary.files)
        terminal.print(`${file}${rows === undefined ? '' : `: ${rows} rows`}`);
      if (!summary.files.some(({ file }) => file === 'states.jsonl'))
        terminal.warn('The run has no teacher states yet, so the export contains nothing for GRPO.');
      terminal.report(summary);
    });
}

async function exportPeft(folder: RunFolder, options: Options, terminal: Terminal): Promise<void> {
  const stage = options.stage ?? STAGES.findLast((each) => existsSync(folder.adapter(each)));
  if (stage === undefined || !existsSync(folder.adapter(stage))) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `The run has no adapter${stage === undefined ? '' : ` of stage ${stage}`}.`,
      remedy: 'Train it first with `assay train run`.',
    });
  }
  const words = ['join', '--adapter', folder.adapter(stage), '--out', options.out];
  await runTrainer(trainerPython(options.python), trainerHome(), words);
  terminal.print(`The adapter of ${stage} is in ${options.out}.`);
  terminal.report({ format: 'peft', stage, folder: options.out });
}

/** Exports weights that need no adapter: for servers that cannot load adapters, and for further training. */
async function exportMerged(run: string, options: Options, terminal: Terminal): Promise<void> {
  if (options.stage !== undefined && options.adapter !== undefined)
    throw new Fault('USAGE', {
      message: '--stage and --adapter both name an adapter.',
      remedy: 'Leave out one of them.',
    });
  const { model, adapter, label } = servedWeights(run, { stage: options.stage, adapter: options.adapter });
  if (adapter === null) {
    throw new Fault('USAGE', {
      message: `${run} is a model, and no adapter is named that could be added to it.`,
      remedy: 'Name one with --adapter, or a training run instead of the model.',
    });
  }
  const words = ['weights', 'merge', '--model', model, '--adapter', adapter, '--out', options.out];
  const events = await runTrainer(trainerPython(options.python), trainerHome(), words);
  terminal.print(`${model} with the adapter of ${label} is in ${options.out}.`);
  terminal.report(events.find(({ event }) => event === 'weights'));
}

/** Exports an adapter that llama.cpp loads with `--lora` beside the model's own GGUF file. */
function exportGgufLora(run: string, { stage, out }: Options, terminal: Terminal): void {
  const { model, adapter, label } = servedWeights(run, { stage });
  const bytes = ggufLora(adapter!, loraBase(model));
  makeFolder(out, SHARED_FOLDER);
  const file = join(out, 'adapter.gguf');
  writeFileSync(file, bytes);
  terminal.print(`The adapter of ${label} is in ${file}, for the GGUF file of the same model.`);
  terminal.report({ format: 'gguf-lora', file, bytes: bytes.length });
}
