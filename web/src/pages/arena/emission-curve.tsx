import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import {
  dayText,
  type EmissionTerms,
  emissionSchedule,
  percentText,
  type SchedulePoint,
  shareAfter,
  standingText,
} from './emission-schedule.ts';

interface EmissionCurveProps {
  readonly terms: EmissionTerms;
  readonly today: number;
}

const HEIGHT = 236;
const EDGE = { top: 24, right: 12, bottom: 44, left: 48 };
const SHARES = [0, 0.25, 0.5, 0.75, 1];
const DAYS_PER_TICK = 7;

/**
 * The champion's share over the days as champion, with its position today. Drawn without the chart library, which is as
 * large as everything else that this page, the first one people see, has to load.
 */
export function EmissionCurve({ terms, today }: EmissionCurveProps) {
  const [place, width] = useWidth();
  const points = useMemo(() => emissionSchedule(terms, today), [terms, today]);
  const label = `Share of the contestants’ half of the emission by days as champion. ${standingText(terms, today)}`;
  return (
    <figure className="chart emission">
      <div ref={place} role="img" aria-label={label} style={{ height: HEIGHT }}>
        {width !== undefined && width > 0 && (
          <Curve points={points} day={today} share={shareAfter(today, terms)} width={width} />
        )}
      </div>
      <figcaption>{label}</figcaption>
      <details>
        <summary>Show data</summary>
        <DataTable
          caption="The schedule"
          columns={COLUMNS}
          rows={points.filter(({ day }) => Number.isInteger(day))}
          rowKey={({ day }) => `${day}`}
        />
      </details>
    </figure>
  );
}

interface CurveProps {
  readonly points: readonly SchedulePoint[];
  readonly day: number;
  readonly share: number;
  readonly width: number;
}

function Curve({ points, day, share, width }: CurveProps) {
  const last = points.at(-1)!.day;
  const x = (at: number): number => EDGE.left + (at / last) * (width - EDGE.left - EDGE.right);
  const y = (at: number): number => HEIGHT - EDGE.bottom - at * (HEIGHT - EDGE.top - EDGE.bottom);
  const line = points.map((point) => `${x(point.day).toFixed(1)},${y(point.share).toFixed(1)}`).join(' ');
  const weeks = Array.from({ length: Math.floor(last / DAYS_PER_TICK) + 1 }, (_, week) => week * DAYS_PER_TICK);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      {SHARES.map((each) => (
        <g key={each}>
          <line className="grid" x1={EDGE.left} x2={width - EDGE.right} y1={y(each)} y2={y(each)} />
          <text x={EDGE.left - 6} y={y(each)} dy="0.32em" textAnchor="end">
            {percentText(each)}
          </text>
        </g>
      ))}
      {weeks.map((each) => (
        <text key={each} x={x(each)} y={y(0) + 18} textAnchor="middle">
          {each}
        </text>
      ))}
      <text x={width - EDGE.right} y={HEIGHT - 6} textAnchor="end">
        days as champion
      </text>
      <polygon className="area" points={`${x(0)},${y(0)} ${line} ${x(last)},${y(0)}`} />
      <polyline className="curve" points={line} />
      <line className="today" x1={x(day)} x2={x(day)} y1={y(0)} y2={y(share)} />
      <circle className="today-dot" cx={x(day)} cy={y(share)} r={5} />
      <text className="today-text" x={x(day)} y={y(share) - 10} textAnchor={day < last / 2 ? 'start' : 'end'}>
        today, {percentText(share)}
      </text>
    </svg>
  );
}

const COLUMNS: readonly Column<SchedulePoint>[] = [
  { head: 'Day', cell: ({ day }) => dayText(day) },
  { head: 'Share', decisive: true, align: 'right', cell: ({ share }) => percentText(share) },
  { head: 'Burned', align: 'right', cell: ({ share }) => percentText(1 - share) },
  { head: 'Margin to beat it', align: 'right', cell: ({ margin }) => margin.toFixed(5) },
];

/** Width of an element, updated when it changes; `undefined` before it is rendered. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number | undefined] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
