import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { RaceWire } from '../../../../src/board/wire.ts';
import { raceHistoryQuery } from '../../api/races-queries.ts';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';

/** A line through two races would look like a trend. */
const FEWEST_RACES = 3;

/** The most races that one request returns. */
const MOST_RACES = 100;

/** Strength of the field per race: the winner, and the top half of finishers. */
export function FieldDifficulty() {
  const query = useQuery(raceHistoryQuery(MOST_RACES, 0));
  return (
    <Section
      title="Winner and field scores by race"
      note="Every race has different hidden problems, so a lower score can mean a harder draw"
      hasResults
    >
      <QueryView
        query={query}
        what="the field of past races"
        isEmpty={({ races }) => !races.some(isDecided)}
        empty="No race is decided yet. Scores of the winner and the field appear here with the first result."
      >
        {({ races }) => <Field races={races.filter(isDecided)} />}
      </QueryView>
    </Section>
  );
}

function Field({ races }: { readonly races: readonly RaceWire[] }) {
  const points = useMemo(
    () =>
      races.map(({ race_number, winner_score, top50_mean, top50_std, qualifying_threshold }) => ({
        race: race_number,
        winner: winner_score,
        field: top50_mean,
        low: top50_mean === null ? null : top50_mean - (top50_std ?? 0),
        high: top50_mean === null ? null : top50_mean + (top50_std ?? 0),
        threshold: qualifying_threshold,
      })),
    [races],
  );
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 240,
        marginLeft: 48,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { label: 'race', type: 'point', domain: points.map(({ race }) => race).toSorted((a, b) => a - b) },
        y: { label: 'race score', domain: [0, 1], grid: true },
        marks: [
          plot.ruleX(points, { x: 'race', y1: 'low', y2: 'high', stroke: 'var(--line)', strokeWidth: 6 }),
          plot.lineY(points, { x: 'race', y: 'field', stroke: 'var(--ours)', strokeDasharray: '4 3', sort: 'race' }),
          plot.dot(points, { x: 'race', y: 'field', stroke: 'var(--ours)', fill: 'var(--paper)', r: 4 }),
          plot.lineY(points, { x: 'race', y: 'winner', stroke: 'var(--chart)', sort: 'race' }),
          plot.dot(points, { x: 'race', y: 'winner', fill: 'var(--chart)', r: 4 }),
        ],
      }),
    [points],
  );
  const newest = races[0]!;
  const label =
    `Race scores of the winner (line) and mean of the top half of finishers (dashed, with its standard deviation), by race. ` +
    `Race ${newest.race_number}: winner ${scoreText(newest.winner_score)}, field ${scoreText(newest.top50_mean)}.`;
  return (
    <Chart
      label={label}
      draw={draw}
      values={{ count: races.length, needed: FEWEST_RACES, noun: 'decided race' }}
      table={
        <DataTable
          caption="Winner and field of decided races, the newest first"
          columns={COLUMNS}
          rows={races}
          rowKey={({ race_id }) => race_id}
        />
      }
    />
  );
}

const COLUMNS: readonly Column<RaceWire>[] = [
  {
    head: 'Race',
    cell: ({ race_id, race_number }) => (
      <Link to="/races/$raceId" params={{ raceId: race_id }}>
        Race {race_number}
      </Link>
    ),
  },
  { head: 'Winner', decisive: true, align: 'right', cell: ({ winner_score }) => scoreText(winner_score) },
  { head: 'Top-half mean', decisive: true, align: 'right', cell: ({ top50_mean }) => scoreText(top50_mean) },
  { head: 'Standard deviation', narrow: 'hide', align: 'right', cell: ({ top50_std }) => scoreText(top50_std) },
  {
    head: 'Needed to qualify',
    narrow: 'hide',
    align: 'right',
    cell: ({ qualifying_threshold }) => scoreText(qualifying_threshold),
  },
  { head: 'Racers', narrow: 'hide', align: 'right', cell: ({ qualifier_count }) => qualifier_count },
];

function isDecided({ state }: RaceWire): boolean {
  return state === 'promoted';
}

function scoreText(score: number | null): string {
  return score === null ? '–' : score.toFixed(4);
}
