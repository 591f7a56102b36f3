import { useCallback } from 'react';
import { forCount } from '../../../../src/text/counted.ts';
import type { ArmsDocument } from '../../../../src/training/browser.ts';
import { Badge } from '../../parts/badge.tsx';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Score } from '../../parts/score.tsx';
import { signed } from './signed.ts';

type Arm = ArmsDocument['arms'][number];
type Comparison = ArmsDocument['comparisons'][number];

const MEASURE = 'pass@1';

/** Arms of an experiment: the same training on different rows, each with its seeds. */
export function Arms({ name, results }: { readonly name: string; readonly results: ArmsDocument }) {
  const arms = results.arms.filter(({ measure }) => measure === MEASURE);
  const planned = results.comparisons.filter(({ family }) => family === 'planned');
  const exploratory = results.comparisons.filter(({ family }) => family === 'exploratory');
  return (
    <>
      <ArmsChart arms={arms} />
      <DataTable
        caption={`${name}: ${MEASURE} at temperature ${results.temperature}, with 95 % intervals over problems and seeds`}
        columns={ARM_COLUMNS}
        rows={arms}
        rowKey={({ label }) => label}
      />
      {planned.length > 0 && (
        <DataTable
          caption={`${name}: planned comparisons, left minus right; p Holm-corrected over the comparisons of the same measure`}
          columns={COMPARISON_COLUMNS}
          rows={planned}
          rowKey={({ left, right, measure }) => `${left} ${right} ${measure}`}
        />
      )}
      {exploratory.length > 0 && (
        <details>
          <summary>
            {exploratory.length} exploratory {forCount(exploratory.length, 'comparison')}, from which no conclusion is
            drawn
          </summary>
          <DataTable
            caption={`${name}: exploratory comparisons, left minus right; p without correction`}
            columns={COMPARISON_COLUMNS}
            rows={exploratory}
            rowKey={({ left, right, measure }) => `${left} ${right} ${measure}`}
          />
        </details>
      )}
      {results.unanswered.length > 0 && (
        <p className="quiet">
          Not compared, because an arm was not measured:{' '}
          {results.unanswered.map((pair) => pair.join(' vs. ')).join('; ')}.
        </p>
      )}
      {results.unfinished.length > 0 && (
        <p className="quiet">
          Left out of every rate:{' '}
          {results.unfinished
            .map(
              ({ label, seed, missing }) => `${label}${seed === '' ? '' : ` seed ${seed}`} (${missing} not finished)`,
            )
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

function ArmsChart({ arms }: { readonly arms: readonly Arm[] }) {
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const points = arms.flatMap(({ label, parts }) => {
        const estimate = parts[0]?.estimate;
        if (estimate == null) return [];
        const { low, high } = estimate.interval ?? { low: estimate.value, high: estimate.value };
        return [{ label, value: 100 * estimate.value, low: 100 * low, high: 100 * high }];
      });
      return plot.plot({
        width,
        height: points.length * 26 + 50,
        marginLeft: 130,
        marginBottom: 40,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { label: `${MEASURE}, per cent`, labelOffset: 34, grid: true, zero: true },
        y: { label: null, domain: points.map(({ label }) => label), tickSize: 0 },
        marks: [
          plot.ruleY(points, { y: 'label', x1: 'low', x2: 'high', stroke: 'var(--chart)', strokeWidth: 2 }),
          plot.dot(points, { y: 'label', x: 'value', fill: 'var(--chart)', r: 4 }),
        ],
      });
    },
    [arms],
  );
  return (
    <Chart label={`${MEASURE} of each arm with its 95 % interval; the numbers are in the table below`} draw={draw} />
  );
}

const ARM_COLUMNS: readonly Column<Arm>[] = [
  { head: 'Arm', cell: ({ label }) => <code>{label}</code> },
  {
    head: MEASURE,
    decisive: true,
    cell: ({ parts }) => (
      <Score value={parts[0]?.estimate?.value ?? null} interval={parts[0]?.estimate?.interval ?? null} />
    ),
  },
  { head: 'Seeds', align: 'right', cell: ({ seeds }) => seeds },
  {
    head: 'Each seed',
    narrow: 'hide',
    cell: ({ by_seed }) => by_seed.map((rate) => rate.toFixed(4)).join(', '),
  },
  { head: 'Problems', align: 'right', narrow: 'hide', cell: ({ parts }) => parts[0]?.problems ?? '–' },
];

const COMPARISON_COLUMNS: readonly Column<Comparison>[] = [
  {
    head: 'Compared',
    cell: ({ left, right, measure }) => (
      <>
        <code>{left}</code> vs. <code>{right}</code>
        {measure !== MEASURE && `, ${measure}`}
      </>
    ),
  },
  {
    head: 'Difference',
    cell: ({ parts }) => {
      const estimate = parts[0]?.estimate;
      if (estimate == null) return '–';
      return (
        <>
          {signed(estimate.value)}{' '}
          {estimate.interval !== null && (
            <small className="quiet">
              {signed(estimate.interval.low)} to {signed(estimate.interval.high)}
            </small>
          )}
        </>
      );
    },
  },
  {
    head: 'p',
    align: 'right',
    narrow: 'hide',
    cell: ({ corrected, parts }) => (corrected ?? parts[0]?.estimate?.probability)?.toPrecision(2) ?? '–',
  },
  {
    head: 'Verdict',
    decisive: true,
    cell: ({ different, family, parts }) =>
      family === 'exploratory' ? (
        <span className="quiet">exploratory</span>
      ) : different ? (
        <Badge tone={(parts[0]?.estimate?.value ?? 0) > 0 ? 'good' : 'bad'}>different</Badge>
      ) : (
        <span className="quiet">no significant difference</span>
      ),
  },
];
