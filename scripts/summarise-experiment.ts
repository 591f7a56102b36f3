/**
 * Writes the summary of every finished training of an experiment, for the training page:
 *
 *   mkdir -p data/experiment && tar --zstd -xf samples/experiment-runs.tar.zst -C data/experiment
 *   node scripts/summarise-experiment.ts data/experiment bench/training
 *
 * The archive has no curves, so a summary has only stages and their intervals.
 */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMeasuredRun, summariseRun } from '../src/evaluation/report.ts';
import { readRecipe } from '../src/training/recipe/read-recipe.ts';
import { summariseTraining } from '../src/training/summary/summarise-training.ts';

const [experiment, out] = process.argv.slice(2);
if (experiment === undefined || out === undefined)
  throw new Error('Name the folder of the experiment and an output folder.');
const ABOUT =
  'An arm of the experiment in docs/experiment.md: Qwen2.5-Coder-0.5B-Instruct with LoRA from 4-bit weights, 404 rows, two epochs.';
const recipe = readRecipe(fileURLToPath(new URL('../recipes/qwen-0.5b.json', import.meta.url)));

for (const mark of globSync('*/seed-*/stages/1-sft/evaluation.done.json', { cwd: experiment }).toSorted()) {
  const [arm, seed] = mark.split('/') as [string, string];
  const folder = join(experiment, arm, seed, 'stages');
  const [base, trained] = ['0-base', '1-sft'].map((stage) => loadMeasuredRun(join(folder, stage, 'evaluation')));
  const { run } = trained!;
  const summary = summariseTraining({
    recipe: { ...recipe, about: ABOUT, evaluation: { ...recipe.evaluation, k: run.k } },
    corpus: { name: `${arm} of the experiment`, simulated: true },
    suite: { name: run.suite.name, problems: run.problems.length },
    stages: [
      { stage: 'base', ended: null, summary: summariseRun(base!) },
      { stage: 'sft', ended: 'done', summary: summariseRun(trained!) },
    ],
    curves: [],
    ablations: [],
    notRun: [],
    trainedAt: run.created_at,
  });
  const path = join(out, `${arm}-${seed}`, 'summary.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
  console.log(path);
}
