import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { loadMeasuredRun, type MeasuredRun } from '../../evaluation/report.ts';
import { hasRun } from '../../evaluation/run.ts';
import { Fault } from '../../fault/fault.ts';
import { FLOORS } from '../../problems/problem.ts';
import { readMark } from '../run/finished-mark.ts';
import { RunFolder } from '../run/run-folder.ts';
import { ARMS, FORMAT } from './ablation-arm.ts';
import type { MeasuredArm } from './arm-rates.ts';

/** Folder with the evaluations of policies without a model. */
const FLOORS_FOLDER = 'floors';

export interface ReadArms {
  readonly arms: readonly MeasuredArm[];
  /** Temperature of the sampled episodes. */
  readonly temperature: number;
  /** Steps of each training run, by arm and seed. */
  readonly trainings: readonly {
    readonly label: string;
    readonly seed: string;
    readonly steps: number;
    readonly stopped: string | null;
  }[];
  /** Training runs that were started but are left out of every rate. */
  readonly unfinished: readonly {
    readonly label: string;
    readonly seed: string;
    readonly missing: 'training' | 'measurement';
  }[];
}

/**
 * Reads the measurements in the folder of an experiment: `ARM/seed-N` is the run of an arm with one seed, `ARM` the
 * run of an arm with a single seed, `base` the untrained model, `floors/NAME` an evaluation of a policy without a
 * model. Samples are those measured at `temperature`; the default is the planned temperature of the first run.
 */
export function readArms(folder: string, temperature?: number): ReadArms {
  const places = [...ARMS, FORMAT].map((label) => ({
    label: label as string,
    seeds: seedFolders(join(folder, label)),
  }));
  const planned = [...places.flatMap(({ seeds }) => seeds), { root: join(folder, 'base') }]
    .map(({ root }) => new RunFolder(root))
    .flatMap((run) => [run.stage('sft').evaluation, run.stage('base').evaluation])
    .find((evaluation) => hasRun(evaluation));
  if (planned === undefined) throw nothingMeasured(folder);
  const wanted = temperature ?? loadMeasuredRun(planned).run.temperature;
  const base = [join(folder, 'base'), ...places.flatMap(({ seeds }) => seeds.map(({ root }) => root))]
    .map((root) => evaluationsIn(new RunFolder(root).stage('base').root))
    .find((runs) => runs.length > 0);
  const arms = [
    ...FLOORS.flatMap((floor) => floorArm(join(folder, FLOORS_FOLDER, floor), floor)),
    ...(base === undefined ? [] : [armOf('base', [base], wanted)]),
    ...places.map(({ label, seeds }) =>
      armOf(
        label,
        // A seed with an unfinished training run or with missing problems must not stand for its arm.
        seeds
          .filter((seed) => missingStep(seed) === null)
          .map(({ root }) => evaluationsIn(new RunFolder(root).stage('sft').root)),
        wanted,
      ),
    ),
  ].filter(({ runs }) => runs['pass@1'].length + runs.greedy.length > 0);
  requireComparable(arms);
  return {
    arms,
    temperature: wanted,
    trainings: places.flatMap(({ label, seeds }) => seeds.flatMap((seed) => training(label, seed))),
    unfinished: places.flatMap(({ label, seeds }) =>
      seeds.flatMap((seed) => {
        const missing = missingStep(seed);
        return missing === null ? [] : [{ label, seed: seed.seed, missing }];
      }),
    ),
  };
}

interface SeedFolder {
  readonly seed: string;
  readonly root: string;
}

function seedFolders(arm: string): readonly SeedFolder[] {
  if (!existsSync(arm)) return [];
  const seeds = readdirSync(arm)
    .filter((name) => /^seed-\d+$/.test(name))
    .toSorted((left, right) => Number(left.slice(5)) - Number(right.slice(5)));
  return seeds.length === 0
    ? [{ seed: '', root: arm }]
    : seeds.map((name) => ({ seed: name.slice(5), root: join(arm, name) }));
}

/** The unfinished step of a training run; `null` if training ended and the planned evaluation is complete. */
function missingStep({ root }: SeedFolder): 'training' | 'measurement' | null {
  const place = new RunFolder(root).stage('sft');
  const trained = readMark(place.mark('train'), trainedMark);
  if (trained === undefined || !ENDS.has(trained.stopped)) return 'training';
  return existsSync(place.mark('evaluation')) ? null : 'measurement';
}

/** The planned evaluation of a stage and those at other temperatures. Incomplete evaluations are left out. */
function evaluationsIn(stage: string): readonly MeasuredRun[] {
  if (!existsSync(stage)) return [];
  return readdirSync(stage)
    .filter((name) => name.startsWith('evaluation') && hasRun(join(stage, name)))
    .filter((name) => existsSync(join(stage, `${name}.done.json`)))
    .sort()
    .map((name) => loadMeasuredRun(join(stage, name)));
}

function armOf(label: string, seeds: readonly (readonly MeasuredRun[])[], temperature: number): MeasuredArm {
  const pick = (wanted: (run: MeasuredRun) => boolean): readonly MeasuredRun[] =>
    seeds.flatMap((runs) => runs.filter(wanted).slice(0, 1));
  return {
    label,
    runs: { 'pass@1': pick(({ run }) => run.temperature === temperature), greedy: pick(({ run }) => run.greedy) },
  };
}

/** A policy is deterministic, so its one episode per problem is its rate at every temperature. */
function floorArm(folder: string, floor: string): readonly MeasuredArm[] {
  if (!hasRun(folder)) return [];
  const run = loadMeasuredRun(folder);
  const greedy = {
    ...run,
    problems: run.problems.map((problem) => ({
      ...problem,
      greedy: problem.samples === 0 ? null : problem.successes === problem.samples,
    })),
  };
  return [{ label: `policy/${floor}`, runs: { 'pass@1': [run], greedy: [greedy] } }];
}

/** Regular ends of training: the last step, or early stopping because the loss on held-out problems no longer falls. */
const ENDS: ReadonlySet<string | null> = new Set([null, 'early']);

const trainedMark = z.object({ steps: z.int(), stopped: z.string().nullable() });

function training(label: string, { seed, root }: SeedFolder): ReadArms['trainings'] {
  const mark = readMark(new RunFolder(root).stage('sft').mark('train'), trainedMark);
  return mark === undefined ? [] : [{ label, seed, steps: mark.steps, stopped: mark.stopped }];
}

/** Rates on different problems, tools or rules cannot be compared. */
function requireComparable(arms: readonly MeasuredArm[]): void {
  const runs = arms.flatMap(({ label, runs: of }) =>
    [...of['pass@1'], ...of.greedy].map(({ run }) => ({ label, run })),
  );
  const key = ({ suite, harness, rules }: MeasuredRun['run']): string =>
    JSON.stringify([suite.name, harness.size, harness.max_observation, rules]);
  const [first] = runs;
  const other = runs.find(({ run }) => key(run) !== key(first!.run));
  if (other === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `${first!.label} and ${other.label} were measured on different suites, with different tools or by different rules.`,
    remedy: 'Measure both with the same recipe; otherwise their rates are not comparable.',
  });
}

function nothingMeasured(folder: string): Fault {
  return new Fault('FILE_NOT_FOUND', {
    message: `No arm in ${folder} has been measured.`,
    remedy: 'Train one with `assay train run --stage sft --out FOLDER/ARM/seed-1` first.',
  });
}
