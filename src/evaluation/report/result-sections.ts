import { comparabilityNote } from '../../problems/satisfy.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import {
  formatDifference,
  formatEstimate,
  formatInterval,
  formatProbability,
  formatRate,
  percent,
} from './format-numbers.ts';
import type { JudgedComparison } from './paired-families.ts';
import { forestPlot } from './plots/forest-plot.ts';
import { reliabilityPlot } from './plots/reliability-plot.ts';
import { successCurves } from './plots/success-curves.ts';
import type { ReportSection } from './report-section.ts';
import type { RunSummary } from './summarise-run.ts';

/** Sections on success rates and on the differences between models. */
export function resultSections(report: EvaluationReport): readonly ReportSection[] {
  return [
    ...(report.cautions.length > 0 ? [{ title: 'Read this first', list: report.cautions }] : []),
    modelsSection(report),
    categoriesSection(report),
    pairsSection(report.comparisons),
    reliabilitySection(report.runs),
  ];
}

function modelsSection({ runs, floors, bootstrap }: EvaluationReport): ReportSection {
  const last = (run: RunSummary) => run.at_k.at(-1);
  const k = new Set(runs.map((run) => run.k)).size === 1 ? String(runs[0]!.k) : 'k';
  return {
    title: 'Models',
    paragraphs: [
      `Success in per cent by the production-strict rules, with 95 % intervals. pass@1 is the mean over problems of the share of samples that succeeded; greedy is one run at temperature 0; pass@${k} is at least one success in ${k} tries, pass^${k} is success in all of ${k} tries; both estimates are unbiased. Intervals are Wilson's where every problem was tried once, else a BCa bootstrap over leak clusters (${bootstrap.resamples} resamples, seed ${bootstrap.seed}); the t interval over problems is shown as a cross-check. Where episodes of the run are missing, their number is given instead of the rate; the bounds beside it are the rates if all of them had failed or succeeded.`,
      ...new Set(runs.flatMap((run) => comparabilityNote(run.titles) ?? [])),
      ...(floors.length === 0 ? [] : [FLOOR_NOTE]),
    ],
    table: {
      head: [
        'model',
        'problems',
        'pass@1',
        'pass@1 by t',
        'greedy',
        `pass@${k}`,
        `pass^${k}`,
        'pass@1, benchmark rules',
      ],
      rows: runs
        .map((run) => [
          nameOf(run),
          String(run.problems),
          formatRate(run.pass_at_1, { missing: run.missing.sampled, bounds: run.bounds.pass_at_1 }),
          run.pass_at_1?.t == null ? '–' : formatInterval(run.pass_at_1.t.interval),
          formatRate(run.greedy, { missing: run.missing.greedy, bounds: run.bounds.greedy }),
          formatRate(last(run)?.any ?? null, { missing: run.missing.sampled }),
          formatRate(last(run)?.every ?? null, { missing: run.missing.sampled }),
          formatRate(run.benchmark.pass_at_1, { missing: run.missing.sampled }),
        ])
        .concat(
          floors.map(({ floor, problems, rate }) => [
            `${floor} (no model)`,
            String(problems),
            rate === null ? '–' : formatEstimate(rate),
            '–',
            '–',
            '–',
            '–',
            '–',
          ]),
        ),
    },
    plots: [forestPlot(runs)],
  };
}

export function nameOf(run: RunSummary): string {
  return `${run.label}${run.simulated ? ' (simulated)' : ''}`;
}

const FLOOR_NOTE =
  'Rows without a model are baselines: echo searches for the whole request, top1 for each of its items, and both take the first hit; script also filters, opens product pages and counts shared words. Only results above them say something about a model.';

function categoriesSection({ runs, floors }: EvaluationReport): ReportSection {
  return {
    title: 'By category',
    paragraphs: ['For orientation only: there are too few problems of each kind for a test.'],
    table: {
      head: ['model', 'category', 'problems', 'pass@1', 'greedy'],
      rows: runs
        .flatMap((run) =>
          run.categories.map((each) => [
            nameOf(run),
            each.category,
            String(each.problems),
            formatRate(each.pass_at_1, { missing: each.missing.sampled }),
            formatRate(each.greedy, { missing: each.missing.greedy }),
          ]),
        )
        .concat(
          floors.flatMap(({ floor, categories }) =>
            categories.map(({ category, problems, rate }) => [
              `${floor} (no model)`,
              category,
              String(problems),
              rate === null ? '–' : formatEstimate(rate),
              '–',
            ]),
          ),
        ),
    },
  };
}

function pairsSection(comparisons: readonly JudgedComparison[]): ReportSection {
  if (comparisons.length === 0) return { title: 'Paired differences', paragraphs: ['There is nothing to compare.'] };
  return {
    title: 'Paired differences',
    paragraphs: [
      'In points, left minus right, on the same problems. The exact sign-flip permutation over leak clusters decides; its p-values are corrected by Holm within their family, and two models are called different below 0.05. McNemar compares the two greedy runs. Exploratory comparisons were not planned, and no conclusions are drawn from them.',
    ],
    table: {
      head: [
        'left',
        'right',
        'difference',
        'p',
        'p corrected',
        'called',
        'greedy: only left / right',
        'McNemar exact',
        'mid-p',
        'family',
        'seeds',
      ],
      rows: comparisons.map((each) => [
        each.left,
        each.right,
        each.sampled === null
          ? 'episodes missing'
          : `${formatDifference(each.sampled.difference)} ${formatInterval(each.sampled.interval)}`,
        formatProbability(each.sampled?.probability ?? null),
        formatProbability(each.corrected),
        calledText(each),
        each.greedy === null ? '–' : `${each.greedy.only_left} / ${each.greedy.only_right}`,
        formatProbability(each.greedy?.exact ?? null),
        formatProbability(each.greedy?.mid_p ?? null),
        each.family,
        each.same_seeds ? 'the same' : 'different',
      ]),
    },
  };
}

function calledText({ family, sampled, different }: JudgedComparison): string {
  if (family === 'exploratory') return 'exploratory';
  if (sampled === null) return 'not compared yet';
  return different ? 'different' : 'not shown to differ';
}

function reliabilitySection(runs: readonly RunSummary[]): ReportSection {
  const complete = runs.filter((run) => run.reliability !== null);
  return {
    title: 'Reliability',
    paragraphs: [
      'Success in at least one of k tries (pass@k), success in all of k tries (pass^k), and how many problems are solved in none, some or all of their samples.',
    ],
    table: {
      head: ['model', 'k', 'pass@k', 'pass^k'],
      rows: runs.flatMap((run) =>
        run.at_k.map(({ k, any, every }) => [
          nameOf(run),
          String(k),
          formatRate(any, { missing: run.missing.sampled }),
          formatRate(every, { missing: run.missing.sampled }),
        ]),
      ),
    },
    plots: [successCurves(runs), ...complete.map(reliabilityPlot)],
  };
}

/** Published numbers, labelled as not run here. */
export function publishedSection({ published }: EvaluationReport): ReportSection {
  return {
    title: 'Published context, not run here',
    paragraphs: [
      `From ${published.source}. None of these numbers was measured by us, on our problems, in our market or with our harness; they are not comparable with the table above. The paper has no intervals; these are Wilson's. Three rows were published for 900 problems, not for the 75.`,
    ],
    table: {
      head: ['published result', 'success', 'of', 'Wilson 95 %', 'Wilson 95 % if it had been 75', 'measured'],
      rows: published.rows.map((row) => [
        row.name,
        percent(row.rate),
        `${row.successes}/${row.problems}`,
        formatInterval(row.interval),
        formatInterval(row.interval_at_75),
        row.note,
      ]),
    },
  };
}
