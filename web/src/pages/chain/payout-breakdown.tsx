import { useCallback, useMemo } from 'react';
import { Chart } from '../../parts/chart.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { type Part, partsOf, partsText, percentText, type Totals } from './chain-standing.ts';
import { taoText } from './tao-text.ts';

/** Paid to contestants, paid to validators, burned. */
export function PayoutBreakdown({ totals }: { readonly totals: Totals }) {
  const parts = useMemo(() => partsOf(totals), [totals]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 130,
        marginTop: 8,
        marginBottom: 8,
        marginLeft: 92,
        marginRight: 56,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { domain: [0, Math.max(...parts.map(({ share }) => share), 0.01)], axis: null },
        y: { label: null, domain: parts.map(({ name }) => name), tickSize: 0 },
        marks: [
          plot.barX(parts, { x: 'share', y: 'name', fill: 'fill' }),
          plot.text(parts, {
            x: 'share',
            y: 'name',
            text: ({ share }: Part) => percentText(share),
            textAnchor: 'start',
            dx: 6,
            fill: 'var(--ink)',
          }),
        ],
      }),
    [parts],
  );
  return (
    <Chart
      label={`Of ${taoText(totals.all)} TAO: ${partsText(parts)}.`}
      draw={draw}
      table={
        <DataTable
          caption="Where the emission of all epochs went"
          columns={COLUMNS}
          rows={parts}
          rowKey={({ name }) => name}
        />
      }
    />
  );
}

const COLUMNS = [
  { head: 'To', cell: ({ name }: Part) => name },
  { head: 'TAO', decisive: true, align: 'right' as const, cell: ({ rao }: Part) => taoText(rao) },
  { head: 'Share', align: 'right' as const, cell: ({ share }: Part) => percentText(share) },
];
