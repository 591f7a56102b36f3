import type { EvaluationReport } from './evaluation-report.ts';
import { formatDollars, formatNumber, percent } from './format-numbers.ts';
import type { ReportSection } from './report-section.ts';
import { nameOf } from './result-sections.ts';
import type { RunSummary } from './summarise-run.ts';

/** Sections on cost, behaviour and failures. */
export function conductSections({ runs }: EvaluationReport): readonly ReportSection[] {
  return [costSection(runs), conductSection(runs), endingsSection(runs), failuresSection(runs), providerSection(runs)];
}

function costSection(runs: readonly RunSummary[]): ReportSection {
  const spread = (of: { readonly median: number; readonly p95: number } | null): string =>
    of === null ? 'not measured' : `${of.median.toFixed(2)} / ${of.p95.toFixed(2)}`;
  return {
    title: 'Cost and speed',
    paragraphs: [
      'Means over episodes; seconds as median / 95th percentile. Cost follows from the given prices; prices of simulated models are invented, and simulated models have no speed.',
    ],
    table: {
      head: [
        'model',
        'prompt tokens',
        'completion tokens',
        'cost per episode',
        'cost in total',
        'turns',
        'seconds to first token',
        'seconds',
      ],
      rows: runs.map((run) => [
        nameOf(run),
        formatNumber(run.effort.prompt_tokens, 0),
        formatNumber(run.effort.completion_tokens, 0),
        formatDollars(run.effort.microdollars),
        formatDollars(run.effort.total_microdollars),
        run.effort.turns.toFixed(1),
        spread(run.effort.first_token_seconds),
        spread(run.effort.seconds),
      ]),
    },
  };
}

function conductSection(runs: readonly RunSummary[]): ReportSection {
  const rate = (value: number | null): string => (value === null ? '–' : percent(value));
  return {
    title: 'Conduct',
    paragraphs: [
      'Valid calls name a tool of the harness with parameters it understands. Repeats are calls that were made before in the same episode. Unseen products are named in a call although no result had shown them. Token ids and log-probabilities are stored for turns in which the endpoint returned them.',
    ],
    table: {
      head: [
        'model',
        'valid calls %',
        'repeats %',
        'unseen products per episode',
        'answers without a call per episode',
        'answers cut off',
        'turns with token ids',
        'turns with log-probabilities',
      ],
      rows: runs.map((run) => [
        nameOf(run),
        rate(run.effort.valid_call_rate),
        rate(run.effort.repeat_rate),
        run.effort.unseen_products.toFixed(3),
        run.effort.idle_answers.toFixed(3),
        String(run.effort.cut_off),
        String(run.effort.token_ids_kept),
        String(run.effort.log_probabilities_kept),
      ]),
    },
  };
}

function endingsSection(runs: readonly RunSummary[]): ReportSection {
  return countsSection('How episodes ended', 'ending', runs, (run) => run.effort.endings);
}

function failuresSection(runs: readonly RunSummary[]): ReportSection {
  return countsSection('Failures by kind', 'why an episode failed', runs, (run) => run.effort.failures);
}

/** One row per name, one column per model; the most frequent names first. */
function countsSection(
  title: string,
  what: string,
  runs: readonly RunSummary[],
  countsOf: (run: RunSummary) => Readonly<Record<string, number>>,
): ReportSection {
  const totals = new Map<string, number>();
  for (const run of runs)
    for (const [name, count] of Object.entries(countsOf(run))) totals.set(name, (totals.get(name) ?? 0) + count);
  const names = [...totals].sort(([left, one], [right, other]) => other - one || (left < right ? -1 : 1));
  if (names.length === 0) return { title, paragraphs: ['None.'] };
  return {
    title,
    table: {
      head: [what, ...runs.map(nameOf)],
      rows: names.map(([name]) => [
        name,
        ...runs.map((run) => {
          const count = countsOf(run)[name] ?? 0;
          const { measured } = run.episodes;
          return `${count} (${measured === 0 ? '–' : percent(count / measured)} %)`;
        }),
      ]),
    },
  };
}

function providerSection(runs: readonly RunSummary[]): ReportSection {
  return {
    title: 'Provider failures',
    paragraphs: [
      'A try that fails because of the provider says nothing about the model. Its episode is run again from the beginning with the same seed, up to three times per command. An episode that fails every time stays unmeasured and is counted here; rates that need it are not given.',
    ],
    table: {
      head: ['model', 'episodes measured', 'of', 'spoilt tries', 'by kind', 'episodes run again', 'requests repeated'],
      rows: runs.map((run) => [
        nameOf(run),
        String(run.episodes.measured),
        String(run.episodes.expected),
        String(run.provider.spoilt_tries),
        Object.entries(run.provider.by_kind)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ') || '–',
        String(run.provider.rerun),
        String(run.provider.retries),
      ]),
    },
  };
}
