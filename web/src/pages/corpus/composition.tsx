import { useCallback } from 'react';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { CorpusSummary } from './corpus-summary.ts';

type Group = CorpusSummary['composition'][number];
type Part = Group['parts'][number];

const MOST_BARS = 12;
const BAR_PIXELS = 26;

export function Composition({ composition }: { readonly composition: readonly Group[] }) {
  if (composition.length === 0) return <div className="state">The corpus has no rows to count.</div>;
  return (
    <div className="columns">
      {composition.map((group) => (
        <Bars key={group.by} group={group} />
      ))}
    </div>
  );
}

function Bars({ group }: { readonly group: Group }) {
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const parts = group.parts.slice(0, MOST_BARS);
      return plot.plot({
        width,
        height: parts.length * BAR_PIXELS + 20,
        marginLeft: 130,
        marginRight: 60,
        marginTop: 8,
        marginBottom: 8,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { axis: null, domain: [0, Math.max(1, ...parts.map(({ rows }) => rows))] },
        y: { label: null, tickSize: 0, domain: parts.map(({ name }) => name) },
        marks: [
          plot.barX(parts, { x: 'rows', y: 'name', fill: 'var(--chart)' }),
          plot.text(parts, { x: 'rows', y: 'name', text: 'rows', textAnchor: 'start', dx: 6, fill: 'var(--ink)' }),
        ],
      });
    },
    [group],
  );
  return (
    <Chart
      label={`Rows by ${group.by}`}
      draw={draw}
      table={
        <DataTable caption={`Rows by ${group.by}`} columns={COLUMNS} rows={group.parts} rowKey={({ name }) => name} />
      }
    />
  );
}

const COLUMNS: readonly Column<Part>[] = [
  { head: 'Part', cell: ({ name }) => name },
  { head: 'Rows', align: 'right', cell: ({ rows }) => rows.toLocaleString('en') },
];
