import { Fault } from '../../fault/fault.ts';
import { checkPlan } from '../sealed/check-plan.ts';
import type { HashedPlan } from '../sealed/evaluation-plan.ts';
import { plannedRun } from '../sealed/planned-run.ts';
import { BOOTSTRAP_SEED } from './bootstrap-seed.ts';
import { type FloorSummary, summariseFloors } from './floors.ts';
import type { MeasuredRun } from './measured-run.ts';
import { type JudgedComparison, judgePairs } from './paired-families.ts';
import { PUBLISHED_SOURCE, type PublishedResult, publishedTable } from './published-table.ts';
import { resolutionOf } from './resolution.ts';
import { type RunSummary, summariseRun } from './summarise-run.ts';

/** All numbers of a report page. The same journals give the same report, byte for byte. */
export interface EvaluationReport {
  readonly suite: { readonly name: string; readonly kind: string; readonly digest: string };
  readonly market: { readonly products: number; readonly source: string };
  readonly bootstrap: { readonly resamples: 10_000; readonly seed: number };
  readonly runs: readonly RunSummary[];
  /** Success rates of policies without a model on the suite of the first run. */
  readonly floors: readonly FloorSummary[];
  readonly comparisons: readonly JudgedComparison[];
  readonly resolution: readonly string[];
  readonly plan: { readonly hash: string; readonly findings: readonly string[] } | null;
  readonly cautions: readonly string[];
  readonly published: { readonly source: string; readonly rows: readonly PublishedResult[] };
}

export function evaluationReport(runs: readonly MeasuredRun[], plan: HashedPlan | null): EvaluationReport {
  const [first] = runs;
  if (first === undefined) throw new Fault('USAGE', { message: 'A report needs at least one run.' });
  requireDistinct(runs);
  const summaries = runs.map(summariseRun);
  const comparisons = judgePairs(runs, plan?.plan.comparisons ?? null);
  return {
    suite: first.run.suite,
    market: first.run.market,
    bootstrap: { resamples: 10_000, seed: BOOTSTRAP_SEED },
    runs: summaries,
    floors: summariseFloors(first.run),
    comparisons,
    resolution: resolutionOf(summaries, comparisons),
    plan: plan && {
      hash: plan.hash,
      findings: checkPlan(
        plan,
        runs.map((each) => plannedRun(each.run, isComplete(each))),
      ),
    },
    cautions: cautionsOf(runs, summaries),
    published: { source: PUBLISHED_SOURCE, rows: publishedTable() },
  };
}

function isComplete({ run, episodes }: MeasuredRun): boolean {
  return episodes.length === run.problems.length * (run.k + (run.greedy ? 1 : 0));
}

/** Comparisons refer to runs by label, so labels must be unique. */
function requireDistinct(runs: readonly MeasuredRun[]): void {
  const met = new Set<string>();
  for (const { run } of runs) {
    if (met.has(run.label)) {
      throw new Fault('INPUT_INVALID', {
        message: `Two runs are labelled ${run.label}.`,
        remedy: 'Give each run its own --label.',
      });
    }
    met.add(run.label);
  }
}

/** Warnings shown before any number. */
function cautionsOf(runs: readonly MeasuredRun[], summaries: readonly RunSummary[]): readonly string[] {
  const simulated = summaries.filter((summary) => summary.simulated).map(({ label }) => label);
  const cautions: string[] =
    simulated.length === 0
      ? []
      : [
          `Simulated by a program with seeded mistakes: ${simulated.join(', ')}. Such numbers say nothing about any language model, and such models have no speed.`,
        ];
  for (const summary of summaries) {
    const { label, episodes, opening } = summary;
    if (episodes.measured < episodes.expected)
      cautions.push(
        `${label} is not complete: ${episodes.expected - episodes.measured} of ${episodes.expected} episodes are not measured. Rates that lack one are not given; run the same command again to measure them.`,
      );
    if (opening?.burned === true)
      cautions.push(
        `${label}: this suite was used to choose a checkpoint (--allow-heldout-selection). Its numbers are biased in favour of the selected checkpoint.`,
      );
    if (opening !== null && opening.looks_before > 0)
      cautions.push(`${label} was measured on this held-out suite ${opening.looks_before} times before.`);
  }
  const suites = new Set(runs.map(({ run }) => run.suite.digest));
  if (suites.size > 1) cautions.push('The runs are on different suites; their rows are not comparable.');
  if (new Set(runs.map(({ run }) => run.harness.size)).size > 1)
    cautions.push('Four and seven tools are different tasks; their rows are not comparable.');
  if (new Set(runs.map(({ run }) => run.harness.max_observation)).size > 1)
    cautions.push(
      'The models were shown results of different lengths (--max-observation); their rows are not comparable.',
    );
  return cautions;
}
