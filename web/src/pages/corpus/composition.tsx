import { useCallback } from 'react';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { visibleText } from '../../parts/visible-text.ts';
import { type CorpusSummary, splitComposition } from './corpus-summary.ts';

type Group = CorpusSummary['composition'][number];
type Part = Group['parts'][number];

const MOST_BARS = 12;
const BAR_PIXELS = 26;

export function Composition({ composition }: { readonly composition: readonly Group[] }) {
  if (composition.length === 0) return <div className="state">The corpus has no rows to count.</div>;
  const { varied, alike } = splitComposition(composition);
  return (
    <>
      {alike.length > 0 && (
        <>
          <p className="quiet">The same for every row, including held-out rows:</p>
          <dl className="facts">
            {alike.map(({ by, parts: [part] }) => (
              <Fact key={by} name={by}>
                <HostileText text={part!.name} oneLine limit={60} />
              </Fact>
            ))}
          </dl>
        </>
      )}
      <div className="columns">
        {varied.map((group) => (
          <Bars key={group.by} group={group} />
        ))}
      </div>
    </>
  );
}

function Bars({ group }: { readonly group: Group }) {
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const parts = group.parts.slice(0, MOST_BARS).map(({ name, rows }) => ({ name: visibleText(name, 40), rows }));
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
      label={barsLabel(group)}
      draw={draw}
      table={
        <DataTable caption={`Rows by ${group.by}`} columns={COLUMNS} rows={group.parts} rowKey={({ name }) => name} />
      }
    />
  );
}

function barsLabel({ by, parts }: Group): string {
  const shown = parts.length > MOST_BARS ? `; the first ${MOST_BARS} of ${parts.length.toLocaleString('en')}` : '';
  return `Rows by ${by}${shown}`;
}

const COLUMNS: readonly Column<Part>[] = [
  { head: 'Part', cell: ({ name }) => <HostileText text={name} oneLine limit={120} /> },
  { head: 'Rows', decisive: true, align: 'right', cell: ({ rows }) => rows.toLocaleString('en') },
];
