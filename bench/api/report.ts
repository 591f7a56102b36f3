import { table } from '../../src/cli/output/table.ts';
import type { RequestKind } from '../../src/server/testing/crash/request-kind.ts';
import { ascending, quantile } from '../../src/statistics/quantile.ts';
import type { Measured } from './measure-engine.ts';

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

interface Line {
  readonly what: string;
  readonly value: (measured: Measured) => number;
  readonly unit?: string;
}

function count(what: string, value: Line['value']): Line {
  return { what, value };
}

function time(what: string, values: (measured: Measured) => readonly number[], share: number): Line {
  return { what, value: (measured) => quantile(ascending(values(measured)), share) ?? Number.NaN, unit: 'ms' };
}

function asked(kind: RequestKind): (measured: Measured) => readonly number[] {
  return ({ tally }) => tally.timesOf(kind);
}

const LINES: readonly Line[] = [
  count('versions submitted and run', ({ counts }) => counts.versions),
  count('runs', ({ counts }) => counts.runs),
  count('  that count', ({ counts }) => counts.statuses.SUCCESS ?? 0),
  count('  failed or timed out', ({ counts }) => (counts.statuses.FAILED ?? 0) + (counts.statuses.TIMED_OUT ?? 0)),
  count('  expired leases', ({ counts }) => counts.statuses.STALE ?? 0),
  count('  called off, others having come first', ({ counts }) => counts.statuses.CANCELLED ?? 0),
  count('results kept', ({ counts }) => counts.results),
  count('events in the ledger', ({ counts }) => counts.events),
  count('crashes of clients', ({ tally }) => tally.crashes),
  count('answers lost', ({ tally }) => tally.lost),
  count('duplicates sent', ({ tally }) => tally.duplicates),
  count('signatures too old when it was their turn', ({ tally }) => tally.tooOld),
  count('clocks beyond the limit, refused', ({ tally }) => tally.wrongClocks),
  { what: 'wall time', value: ({ seconds }) => seconds, unit: 's' },
  { what: 'requests', value: ({ tally, seconds }) => tally.requests / seconds, unit: '/s' },
  { what: 'runs', value: ({ counts, seconds }) => counts.runs / seconds, unit: '/s' },
  time('claim p50', asked('claim'), 0.5),
  time('claim p99', asked('claim'), 0.99),
  time('leaderboard p50', ({ leaderboard }) => leaderboard, 0.5),
  time('leaderboard p99', ({ leaderboard }) => leaderboard, 0.99),
  time('heartbeat p99', asked('heartbeat'), 0.99),
  time('progress p50', asked('progress'), 0.5),
  time('progress p99', asked('progress'), 0.99),
  time('complete p50', asked('complete'), 0.5),
  time('complete p99', asked('complete'), 0.99),
  time('submit p99', asked('submit'), 0.99),
  { what: 'server, computing', value: ({ serverSeconds }) => serverSeconds, unit: 's' },
  { what: 'clients, computing', value: ({ clientSeconds }) => clientSeconds, unit: 's' },
  { what: "clients' own delay p99", value: ({ clientDelay }) => clientDelay, unit: 'ms' },
  time('fsync of a page before it began p50', ({ sync }) => sync, 0.5),
  count('acknowledged submissions checked', ({ acknowledged }) => acknowledged.submissions),
  count('acknowledged progress checked', ({ acknowledged }) => acknowledged.progressReports),
  count('acknowledged logs checked', ({ acknowledged }) => acknowledged.logs),
  count('acknowledged completions checked', ({ acknowledged }) => acknowledged.completions),
  count('readers of the event stream', ({ streams }) => streams?.readers ?? 0),
  count('  events each should see', ({ streams }) => streams?.events ?? 0),
  count('  events delivered to all of them', ({ streams }) => streams?.delivered ?? 0),
  count('  times one hung up and resumed', ({ streams }) => streams?.breaks ?? 0),
  { what: '  from commit to arrival p50', value: ({ streams }) => streams?.delayP50 ?? Number.NaN, unit: 'ms' },
  { what: '  from commit to arrival p99', value: ({ streams }) => streams?.delayP99 ?? Number.NaN, unit: 'ms' },
  count('flaws', ({ flaws }) => flaws.length),
];

/** Both engines side by side; the last column is the ratio of the second to the first. */
export function reportEngines(measured: readonly Measured[]): string {
  const [first, second] = measured;
  const names = measured.map(({ engine }) => ENGINES[engine]);
  const rows = LINES.map(({ what, value, unit }) => {
    const cells = measured.map((each) => `${digits(value(each))}${unit === undefined ? '' : ` ${unit}`}`);
    const ratio = first !== undefined && second !== undefined ? value(second) / value(first) : Number.NaN;
    return [what, ...cells, Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : ''];
  });
  return table(['', ...names, ''], rows);
}

function digits(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
