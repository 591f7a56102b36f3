import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EmissionHistoryWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { emissionHistoryQuery } from '../../api/chain-queries.ts';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

type Epoch = EmissionHistoryWire['epochs'][number];

/** Fewer bars would fill the width and say nothing about time. */
const FEWEST_EPOCHS = 3;

/** Shares fixed for validators, per epoch, where another chain pays and the amounts are not known here. */
export function EmissionHistory() {
  const query = useQuery(emissionHistoryQuery());
  const { data } = query;
  const note =
    data !== undefined && data.total > data.epochs.length
      ? `The newest ${data.epochs.length} of ${data.total.toLocaleString('en')} epochs of this arena`
      : 'As fixed for validators at the start of each epoch of this arena; the chain decides what is paid';
  return (
    <Section title="Shares fixed for validators" note={note}>
      <QueryView
        query={query}
        what="the payouts"
        isEmpty={({ epochs }) => epochs.length === 0}
        empty="No epoch has begun yet. The share of the champion and the burn appear here with the first one."
      >
        {({ epochs }) => <Shares epochs={epochs} />}
      </QueryView>
    </Section>
  );
}

function Shares({ epochs }: { readonly epochs: readonly Epoch[] }) {
  const points = useMemo(
    () => epochs.toReversed().map(({ epoch, paid_share }) => ({ epoch, paid: paid_share * 100 })),
    [epochs],
  );
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 220,
        marginLeft: 48,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        // The numeric axis shows a missed epoch as a gap, and the extra 1 makes a single epoch visible.
        x: { label: 'epoch', domain: [points[0]!.epoch, points.at(-1)!.epoch + 1], tickFormat: wholeNumber },
        y: { label: '% of the contestants’ half', domain: [0, 100], grid: true },
        marks: [
          plot.rectY(points, { x1: 'epoch', x2: next, y1: 0, y2: 'paid', fill: 'var(--chart)' }),
          plot.rectY(points, { x1: 'epoch', x2: next, y1: 'paid', y2: 100, fill: 'var(--bad)', fillOpacity: 0.35 }),
        ],
      }),
    [points],
  );
  const newest = epochs[0]!;
  const mean = epochs.reduce((sum, { paid_share }) => sum + paid_share, 0) / epochs.length;
  const label =
    `Contestants’ half of the emission by epoch: share that is paid (below) and burned (above). ` +
    `Epoch ${newest.epoch}: ${percent(newest.paid_share)} paid, ${percent(newest.burned_share)} burned. ` +
    `Mean of the ${counted(epochs.length, 'epoch')} that the arena fixed: ${percent(mean)} paid.`;
  return (
    <Chart
      label={label}
      draw={draw}
      values={{ count: epochs.length, needed: FEWEST_EPOCHS, noun: 'epoch' }}
      table={
        <DataTable
          caption="Payouts and burn by epoch, the newest first"
          columns={COLUMNS}
          rows={epochs}
          rowKey={({ epoch }) => `${epoch}`}
        />
      }
    />
  );
}

const COLUMNS: readonly Column<Epoch>[] = [
  { head: 'Epoch', align: 'right', cell: ({ epoch }) => epoch.toLocaleString('en') },
  { head: 'Paid', decisive: true, align: 'right', cell: ({ paid_share }) => percent(paid_share) },
  { head: 'Burned', decisive: true, align: 'right', cell: ({ burned_share }) => percent(burned_share) },
  {
    head: 'Champion',
    narrow: 'hide',
    cell: ({ top_hotkey }) =>
      top_hotkey === null ? <span className="quiet">none</span> : <Person hotkey={top_hotkey} />,
  },
  { head: 'From', narrow: 'hide', cell: ({ pinned_at }) => <Timestamp at={pinned_at} /> },
];

function next({ epoch }: { readonly epoch: number }): number {
  return epoch + 1;
}

function wholeNumber(value: number): string {
  return Number.isInteger(value) ? `${value}` : '';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
