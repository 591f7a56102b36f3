import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EpochPaymentsWire } from '../../../../src/board/wire.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { epochPaymentsQuery } from '../../api/chain-queries.ts';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import { partsOf, partsText, percentText, totalsOf } from './chain-standing.ts';
import { taoText } from './tao-text.ts';

type Epoch = EpochPaymentsWire['epochs'][number];

/** Fewer bars would fill the width and say nothing about time. */
const FEWEST_EPOCHS = 3;

/** What each epoch of the local chain paid and burned. */
export function PaymentHistory() {
  const query = useQuery(epochPaymentsQuery());
  const { data } = query;
  return (
    <Section
      title="Payouts and burn over time"
      note={
        <>
          {data !== undefined && partNote(data)} <Simulated what="money" isNamed />
        </>
      }
    >
      <QueryView
        query={query}
        what="the payouts"
        isEmpty={({ epochs }) => epochs.length === 0}
        empty="Nothing has been paid yet: the first epoch has not ended."
      >
        {(payments) => <Payments payments={payments} />}
      </QueryView>
    </Section>
  );
}

function partNote({ total, epochs }: EpochPaymentsWire): string {
  const all = total.toLocaleString('en');
  return total > epochs.length
    ? `The newest ${epochs.length} of ${all} paid ${forCount(total, 'epoch')}`
    : `All ${all} paid ${forCount(total, 'epoch')}`;
}

function Payments({ payments: { epochs, total, totals } }: { readonly payments: EpochPaymentsWire }) {
  const bars = useMemo(() => epochs.toReversed().flatMap(barsOf), [epochs]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 220,
        marginLeft: 48,
        marginBottom: 40,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        // The extra 1 makes a single epoch visible.
        x: { label: 'epoch', domain: [bars[0]!.epoch, bars.at(-1)!.epoch + 1], tickFormat: wholeNumber },
        y: { label: '% of the emission', domain: [0, 100], grid: true },
        marks: [
          plot.rectY(bars, {
            x1: 'epoch',
            x2: ({ epoch }: Bar) => epoch + 1,
            y1: 'from',
            y2: 'to',
            fill: 'fill',
            // Many narrow bars would have light lines between them.
            shapeRendering: 'crispEdges',
          }),
        ],
      }),
    [bars],
  );
  const newest = epochs[0]!;
  const label =
    `Emission by epoch, from below: share of contestants, of validators, burned. ` +
    `Epoch ${newest.epoch}: ${partsText(partsOf(totalsOf(newest)))}. ` +
    `All ${counted(total, 'epoch')}: ${partsText(partsOf(totalsOf(totals)))}.`;
  return (
    <Chart
      label={label}
      draw={draw}
      values={{ count: epochs.length, needed: FEWEST_EPOCHS, noun: 'paid epoch' }}
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

interface Bar {
  readonly epoch: number;
  /** Percent of the epoch's emission. */
  readonly from: number;
  readonly to: number;
  readonly fill: string;
}

function barsOf(epoch: Epoch): readonly Bar[] {
  let from = 0;
  return partsOf(totalsOf(epoch)).map(({ share, fill }) => {
    const bar = { epoch: epoch.epoch, from, to: from + share * 100, fill };
    from = bar.to;
    return bar;
  });
}

const COLUMNS: readonly Column<Epoch>[] = [
  { head: 'Epoch', align: 'right', cell: ({ epoch }) => epoch.toLocaleString('en') },
  { head: 'Contestants', decisive: true, align: 'right', cell: (epoch) => shareText(epoch, 0) },
  { head: 'Validators', align: 'right', cell: (epoch) => shareText(epoch, 1) },
  { head: 'Burned', decisive: true, align: 'right', cell: (epoch) => shareText(epoch, 2) },
  { head: 'Emission, TAO', narrow: 'hide', align: 'right', cell: (epoch) => taoText(totalsOf(epoch).all) },
  { head: 'Ended at block', narrow: 'hide', align: 'right', cell: ({ block }) => block.toLocaleString('en') },
];

function shareText(epoch: Epoch, part: 0 | 1 | 2): string {
  return percentText(partsOf(totalsOf(epoch))[part]!.share);
}

function wholeNumber(value: number): string {
  return Number.isInteger(value) ? `${value}` : '';
}
