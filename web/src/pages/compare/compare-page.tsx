import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session/use-session.ts';
import { attemptQuery, filesQuery } from '../attempt/attempt-queries.ts';
import { buildRows } from '../attempt/build-rows.ts';
import type { ClaimedStep } from '../attempt/claimed-step.ts';
import { MissingLogNote } from '../attempt/missing-log.tsx';
import { Question } from '../attempt/problem-panel.tsx';
import { AlignedSteps } from './aligned-steps.tsx';
import type { ComparedAttempt } from './compared-attempt.ts';
import { VerdictTable } from './verdict-table.tsx';
import '../attempt/attempt.css';
import './compare.css';

const NO_STEPS: readonly ClaimedStep[] = [];

/** Two attempts at one problem, side by side. */
export function ComparePage() {
  const { problemId = '', leftRun = '', rightRun = '' } = useParams({ strict: false });
  const hotkey = useSession()?.hotkey;
  const left = useQuery(attemptQuery(leftRun, problemId, hotkey));
  const right = useQuery(attemptQuery(rightRun, problemId, hotkey));
  return (
    <Page
      title="Compare attempts"
      lead={
        <>
          Two attempts at{' '}
          <Link to="/problems/$problemId" params={{ problemId }}>
            the same problem
          </Link>
          .{' '}
          <Link
            to="/problems/$problemId/compare/$leftRun/$rightRun"
            params={{ problemId, leftRun: rightRun, rightRun: leftRun }}
          >
            Swap sides
          </Link>
        </>
      }
    >
      <QueryView query={left} what="the first attempt">
        {(one) => (
          <QueryView query={right} what="the second attempt">
            {(other) => <Comparison key={`${leftRun} ${rightRun}`} left={one} right={other} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

interface Sides<T> {
  readonly left: T;
  readonly right: T;
}

function Comparison({ left, right }: Sides<AttemptPageWire>) {
  const [one, other] = [useCompared(left), useCompared(right)];
  const isLoading = one.isLoading || other.isLoading;
  return (
    <>
      {left.problem.query !== null && (
        <Section title="The problem" note={`${left.problem.category}, ${left.problem.difficulty}`}>
          <Question problem={left.problem} />
        </Section>
      )}
      <Section title="Results" hasResults>
        <VerdictTable
          left={one}
          right={other}
          heads={[<Who key="A" name="A" attempt={left} />, <Who key="B" name="B" attempt={right} />]}
        />
      </Section>
      <Section title="Steps" note="What each asked for, saw and chose">
        {[left, right].map(
          ({ evidence }, place) =>
            evidence.missing !== null && (
              <div key={place === 0 ? 'A' : 'B'}>
                <MissingLogNote what="evidence" missing={evidence.missing} />
              </div>
            ),
        )}
        {isLoading ? (
          <div className="waiting" role="status" aria-label="Loading the steps">
            <span />
            <span />
          </div>
        ) : one.rows.length === 0 || other.rows.length === 0 ? (
          <div className="state">Steps are compared where those of both attempts can be read.</div>
        ) : (
          <AlignedSteps left={one.rows} right={other.rows} />
        )}
      </Section>
    </>
  );
}

/** Loads an attempt's uploaded files, as far as they can be read. */
function useCompared(attempt: AttemptPageWire): ComparedAttempt & { readonly isLoading: boolean } {
  const { data, isPending } = useQuery(filesQuery(attempt));
  const evidence = data?.evidence?.ok === true ? data.evidence.value : null;
  const steps = data?.dialogue?.ok === true ? data.dialogue.value : NO_STEPS;
  const rows = useMemo(() => buildRows(steps, evidence?.calls ?? null), [steps, evidence]);
  return { attempt, evidence, rows, isLoading: isPending };
}

function Who({ name, attempt }: { readonly name: string; readonly attempt: AttemptPageWire }) {
  const { eval_run_id: runId, problem_id: problemId } = attempt;
  return (
    <>
      {name}:{' '}
      <Link to="/attempts/$runId/$problemId" params={{ runId, problemId }}>
        <HostileText text={attempt.agent_name} limit={40} oneLine /> v{attempt.version_number}
      </Link>
      <span className="compare-validator">
        run by <Person hotkey={attempt.validator_hotkey} as="validator" />
      </span>
    </>
  );
}
