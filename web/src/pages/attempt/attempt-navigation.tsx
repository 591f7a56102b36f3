import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { ProblemAttemptWire, RunProblemsWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { problemQuery, runProblemsQuery } from '../../api/problem-queries.ts';
import type { AttemptSearch } from '../../attempt-search.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useSession } from '../../session/use-session.ts';
import { AttemptTable } from './attempt-table.tsx';
import { PROBLEM_RESULTS } from './problem-results.ts';

interface AttemptNavigationProps {
  readonly runId: string;
  readonly problemId: string;
}

/** The problem's page lists all of them. */
const OTHERS_SHOWN = 12;

/** Links to the other problems of the run, and to other attempts at the same problem. */
export function AttemptNavigation({ runId, problemId }: AttemptNavigationProps) {
  const hotkey = useSession()?.hotkey;
  const problems = useQuery(runProblemsQuery(runId, hotkey)).data?.problems ?? [];
  const others = useQuery(problemQuery(problemId, hotkey)).data?.attempts.filter(
    ({ eval_run_id }) => eval_run_id !== runId,
  );
  const place = problems.findIndex((problem) => problem.problem_id === problemId);
  const before = problems[place - 1]?.problem_id;
  const after = place === -1 ? undefined : problems[place + 1]?.problem_id;
  useProblemKeys(runId, before, after);
  return (
    <nav className="attempt-ways" aria-label="Other attempts">
      {place !== -1 && (
        <p>
          <Way runId={runId} problemId={before}>
            Previous problem <kbd>[</kbd>
          </Way>
          <Way runId={runId} problemId={after}>
            Next problem <kbd>]</kbd>
          </Way>
          <span className="quiet">
            {place + 1} of {problems.length} in this run
          </span>
          <Link to="/problems/$problemId" params={{ problemId }}>
            About this problem
          </Link>
        </p>
      )}
      {problems.length > 1 && (
        <details>
          <summary>{summaryOf(problems)}</summary>
          <ProblemMap runId={runId} problemId={problemId} problems={problems} />
        </details>
      )}
      {others !== undefined && others.length > 0 && <Others runId={runId} problemId={problemId} others={others} />}
    </nav>
  );
}

function useProblemKeys(runId: string, before: string | undefined, after: string | undefined): void {
  const navigate = useNavigate();
  const search = useViewSearch();
  const acts = useMemo(() => {
    const go = (problemId: string | undefined) => (): void => {
      if (problemId === undefined) return;
      void navigate({ to: '/attempts/$runId/$problemId', params: { runId, problemId }, search });
    };
    return { '[': go(before), ']': go(after) };
  }, [navigate, runId, before, after, search]);
  useKeys(acts);
}

/** Another attempt is shown in the view that was chosen; a step or search words belong to one attempt. */
function useViewSearch(): AttemptSearch {
  const { view }: AttemptSearch = useSearch({ strict: false });
  return useMemo(() => (view === undefined ? {} : { view }), [view]);
}

interface WayProps {
  readonly runId: string;
  readonly problemId: string | undefined;
  readonly children: ReactNode;
}

function Way({ runId, problemId, children }: WayProps) {
  const search = useViewSearch();
  if (problemId === undefined) return <span className="button disabled">{children}</span>;
  return (
    <Link className="button" to="/attempts/$runId/$problemId" params={{ runId, problemId }} search={search}>
      {children}
    </Link>
  );
}

type RunProblem = RunProblemsWire['problems'][number];

function summaryOf(problems: readonly RunProblem[]): string {
  const known = problems.filter(({ status }) => status !== null);
  const solved = known.filter(({ status }) => status === 'SUCCESS');
  const all = counted(problems.length, 'problem');
  return known.length === 0 ? `Run: ${all}` : `Run: ${solved.length} of ${all} solved`;
}

interface ProblemMapProps extends AttemptNavigationProps {
  readonly problems: readonly RunProblem[];
}

/** Every problem of the run, with its number and result. */
function ProblemMap({ runId, problemId, problems }: ProblemMapProps) {
  const search = useViewSearch();
  return (
    <ol className="attempt-map">
      {problems.map(({ problem_id, category, difficulty, status }, place) => {
        const { sign, text, tone } = PROBLEM_RESULTS[status ?? 'HIDDEN'];
        const isHere = problem_id === problemId;
        return (
          <li key={problem_id}>
            <Link
              to="/attempts/$runId/$problemId"
              params={{ runId, problemId: problem_id }}
              search={search}
              className={`badge ${tone}`}
              aria-current={isHere ? 'page' : undefined}
              title={`${category}, ${difficulty}: ${text}`}
            >
              {place + 1} <span aria-hidden="true">{sign}</span>
              <span className="hidden"> {text}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

interface OthersProps extends AttemptNavigationProps {
  readonly others: readonly ProblemAttemptWire[];
}

function Others({ runId, problemId, others }: OthersProps) {
  return (
    <details>
      <summary>Same problem: {counted(others.length, 'other attempt')}</summary>
      <AttemptTable
        caption="Other attempts at this problem"
        problemId={problemId}
        attempts={others.slice(0, OTHERS_SHOWN)}
        extra={{
          head: 'Compare',
          cell: ({ eval_run_id }) => (
            <Link
              to="/problems/$problemId/compare/$leftRun/$rightRun"
              params={{ problemId, leftRun: runId, rightRun: eval_run_id }}
            >
              compare
            </Link>
          ),
        }}
      />
      {others.length > OTHERS_SHOWN && (
        <p>
          <Link to="/problems/$problemId" params={{ problemId }}>
            All {others.length + 1} attempts
          </Link>
        </p>
      )}
    </details>
  );
}
