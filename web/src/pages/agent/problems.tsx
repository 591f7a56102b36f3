import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../../../../src/text/counted.ts';
import { type Stage, versionProblemsQuery } from '../../api/versions-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { MatrixCell } from './matrix-cell.tsx';
import { type Matrix, type MatrixRow, problemMatrix, tallyByCategory } from './problem-matrix.ts';

interface ProblemsProps {
  readonly versionId: string;
  readonly stage: Stage;
  readonly title: string;
}

/** Matrix of problems and validators, for qualifying or for one race. */
export function Problems({ versionId, stage, title }: ProblemsProps) {
  const query = useQuery(versionProblemsQuery(versionId, stage));
  const empty =
    'raceId' in stage
      ? 'Results of a race are hidden until it is over and its draw is revealed. Results of a cancelled race stay hidden.'
      : 'No problems to show: this version is not queued yet, or its suite is not public.';
  return (
    <QueryView
      query={query}
      what="the results by problem"
      isEmpty={({ problems }) => problems.length === 0}
      empty={empty}
    >
      {({ problems, total }) => {
        const matrix = problemMatrix(problems);
        return (
          <>
            <Summary matrix={matrix} areTotalsOnly={problems.some(({ results_shown }) => results_shown === 'totals')} />
            <DataTable
              caption={`${title}: problems by validators`}
              columns={columnsOf(matrix)}
              rows={matrix.rows}
              rowKey={({ problemId }) => problemId}
              rowClass={({ disagrees }) => (disagrees ? 'agent-disagrees' : undefined)}
            />
            {total > problems.length && (
              <p className="quiet">
                The first {problems.length} of {counted(total, 'problem')}. The API has the rest.
              </p>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

interface SummaryProps {
  readonly matrix: Matrix;
  readonly areTotalsOnly: boolean;
}

function Summary({ matrix, areTotalsOnly }: SummaryProps) {
  if (matrix.validators.length === 0 && areTotalsOnly) {
    return (
      <p>
        Only totals of a race are public, in its runs above. Results of single problems follow when the problems are
        retired: until then an agent could use them to publish hidden problems.
      </p>
    );
  }
  if (matrix.validators.length === 0) {
    return <p>No results yet. They are shown when enough validators have run it, so that none can copy another.</p>;
  }
  const tallies = tallyByCategory(matrix);
  const solved = tallies.reduce((sum, tally) => sum + tally.solved, 0);
  const disagreed = tallies.reduce((sum, tally) => sum + tally.disagreed, 0);
  return (
    <p>
      {solved} of {counted(matrix.rows.length, 'problem')} solved by every validator (
      {tallies.map(({ category, solved: own, problems }) => `${category} ${own}/${problems}`).join(', ')}).{' '}
      {disagreed > 0 && <Badge tone="warn">≠ validators disagree on {counted(disagreed, 'problem')}</Badge>}
    </p>
  );
}

function columnsOf({ validators }: Matrix): Column<MatrixRow>[] {
  return [
    {
      head: 'Problem',
      cell: ({ problemId, disagrees }) => (
        <>
          <Link to="/problems/$problemId" params={{ problemId }} title={problemId}>
            <code>{problemId.slice(0, 8)}</code>
          </Link>{' '}
          {disagrees && <Badge tone="warn">≠ disagree</Badge>}
        </>
      ),
    },
    { head: 'Category', narrow: 'hide', cell: ({ category }) => category },
    ...validators.map((hotkey, index) => ({
      head: hotkey,
      headCell: <Person hotkey={hotkey} as="validator" />,
      // With several validators, the first column shows whether it was solved; the caption counts disagreements.
      decisive: index === 0,
      cell: ({ problemId, cells }: MatrixRow) => <MatrixCell cell={cells[index]!} problemId={problemId} />,
    })),
  ];
}
