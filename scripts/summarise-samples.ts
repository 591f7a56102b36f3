/**
 * Writes the summary of the run in bench/training/assay-135m from its two evaluations, for the training page:
 *
 *   node scripts/summarise-samples.ts bench/training/assay-135m
 *
 * bench/README.md has the commands that make the evaluations.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMeasuredRun, summariseRun } from '../src/evaluation/report.ts';
import { readRecipe } from '../src/training/recipe/read-recipe.ts';
import { RunFolder } from '../src/training/run/run-folder.ts';
import { summariseTraining } from '../src/training/summary/summarise-training.ts';

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('Name the folder of the run.');
const ABOUT =
  'models/assay-135m and the same weights without the adapter, to read what training changed: every twentieth problem of dev-75 at temperature 0, on a CPU with llama.cpp and 4-bit weights. Four problems measure nothing; the card of the model has its measurements.';
/** Of the commit that added the adapter; the training itself has no recorded time. */
const TRAINED_AT = '2026-11-16T09:59:15.000Z';

const recipe = readRecipe(fileURLToPath(new URL('../recipes/assay-135m.json', import.meta.url)));
const folder = new RunFolder(root);
const [base, sft] = (['base', 'sft'] as const).map((stage) => loadMeasuredRun(folder.stage(stage).evaluation));
const { run } = sft!;
const summary = summariseTraining({
  recipe: { ...recipe, about: ABOUT, evaluation: { ...recipe.evaluation, k: run.k } },
  corpus: { name: 'successes of house/expert', simulated: true },
  suite: { name: run.suite.name, problems: run.problems.length },
  stages: [
    { stage: 'base', ended: null, summary: summariseRun(base!) },
    { stage: 'sft', ended: 'done', summary: summariseRun(sft!) },
  ],
  curves: [],
  ablations: [],
  notRun: [],
  trainedAt: TRAINED_AT,
});
writeFileSync(join(root, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
