import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import { type Stage, versionProblemsQuery } from '../../api/versions-queries.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { signed } from '../race/difference.ts';
import {
  FEWEST_PROBLEMS,
  leadOf,
  type Outcome,
  type PairedProblem,
  type PairSummary,
  pairResults,
  sumUpPairs,
} from './pair-results.ts';
import './versions.css';

interface ProblemGridProps {
  readonly leftId: string;
  readonly rightId: string;
  /** Short names of the two versions in the table. */
  readonly names: readonly [left: string, right: string];
  readonly stage: Stage;
  readonly caption: string;
}

/** Two versions problem by problem, each row with a link that compares their attempts. */
export function ProblemGrid({ leftId, rightId, names, stage, caption }: ProblemGridProps) {
  const left = useQuery(versionProblemsQuery(leftId, stage));
  const right = useQuery(versionProblemsQuery(rightId, stage));
  return (
    <QueryView query={left} what="the results of the first version">
      {(one) => (
        <QueryView query={right} what="the results of the second version">
          {(other) => (
            <Grid
              pairs={pairResults(one.problems, other.problems)}
              areTotalsOnly={one.problems.some(({ results_shown }) => results_shown === 'totals')}
              names={names}
              caption={caption}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

interface GridProps extends Pick<ProblemGridProps, 'names' | 'caption'> {
  readonly pairs: readonly PairedProblem[];
  readonly areTotalsOnly: boolean;
}

function Grid({ pairs, areTotalsOnly, names, caption }: GridProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const summary = sumUpPairs(pairs);
  if (summary === null) {
    return (
      <div className="state">
        {areTotalsOnly
          ? 'Results of single race problems are published when the problems are retired. Until then only totals are public.'
          : 'The two versions have no problem in common whose results are public.'}
      </div>
    );
  }
  const rows = onlyDifferent ? pairs.filter((pair) => leadOf(pair) !== 0) : pairs;
  return (
    <>
      <Summary summary={summary} names={names} />
      <label className="versions-filter">
        <input type="checkbox" checked={onlyDifferent} onChange={() => setOnlyDifferent(!onlyDifferent)} /> Only
        problems where they differ
      </label>
      {rows.length === 0 ? (
        <div className="state">They solved the same problems equally often.</div>
      ) : (
        <DataTable
          caption={caption}
          columns={columnsFor(names)}
          rows={rows}
          rowKey={({ problemId }) => problemId}
          rowClass={(pair) => (leadOf(pair) === 0 ? undefined : 'versions-differ')}
        />
      )}
    </>
  );
}

function Summary({
  summary,
  names: [left, right],
}: {
  readonly summary: PairSummary;
  readonly names: GridProps['names'];
}) {
  const { problems, leftAhead, rightAhead, bothSolved, neitherSolved, difference, interval } = summary;
  return (
    <p>
      {counted(problems, 'shared problem')}. Ahead: {left} on {leftAhead}, {right} on {rightAhead}. Both always solved{' '}
      {bothSolved}, neither solved {neitherSolved}. Difference in solved runs: <strong>{signed(difference)}</strong>{' '}
      <span className="quiet">
        {interval === null
          ? `(too few problems for an interval: ${problems} of ${FEWEST_PROBLEMS})`
          : `(95 %: ${signed(interval.low)} to ${signed(interval.high)})`}
      </span>
    </p>
  );
}

function columnsFor([left, right]: GridProps['names']): readonly Column<PairedProblem>[] {
  return [
    {
      head: 'Problem',
      cell: ({ problemId }) => (
        <Link to="/problems/$problemId" params={{ problemId }} title={problemId}>
          <code>{problemId.slice(0, 8)}</code>
        </Link>
      ),
    },
    { head: 'Category', narrow: 'hide', cell: ({ category }) => category },
    { head: left, decisive: true, cell: (pair) => <Solved outcome={pair.left}>{leadOf(pair) > 0 && 'ahead'}</Solved> },
    {
      head: right,
      decisive: true,
      cell: (pair) => <Solved outcome={pair.right}>{leadOf(pair) < 0 && 'ahead'}</Solved>,
    },
    {
      head: 'Attempts',
      cell: ({ problemId, leftRun, rightRun }) => (
        <Link
          to="/problems/$problemId/compare/$leftRun/$rightRun"
          params={{ problemId, leftRun, rightRun }}
          aria-label={`Compare attempts at problem ${problemId.slice(0, 8)}`}
        >
          compare
        </Link>
      ),
    },
  ];
}

function Solved({ outcome: { solved, runs }, children }: { readonly outcome: Outcome; readonly children: ReactNode }) {
  const [tone, sign]: [Tone, string] = solved === runs ? ['good', '✓'] : solved === 0 ? ['bad', '✗'] : ['warn', '≈'];
  return (
    <span className="versions-cell">
      <Badge tone={tone}>
        <span aria-hidden="true">{sign}</span> {solved} of {runs}
      </Badge>{' '}
      {children !== false && <small className="quiet narrow-hide">{children}</small>}
    </span>
  );
}
