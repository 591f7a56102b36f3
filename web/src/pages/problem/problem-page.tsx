import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProblemAttemptWire, ProblemPageWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { problemQuery } from '../../api/problem-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Paging } from '../../parts/paging.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useSession } from '../../session/use-session.ts';
import { AttemptTable } from '../attempt/attempt-table.tsx';
import { Question } from '../attempt/problem-panel.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { preselect } from './preselect.ts';
import '../attempt/attempt.css';

/** One problem: the question, the suites and races it was in, the attempts, and the answer once it is public. */
export function ProblemPage() {
  const { problemId = '' } = useParams({ strict: false });
  const [offset, setOffset] = useState(0);
  const query = useQuery({
    ...problemQuery(problemId, useSession()?.hotkey, offset),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Problem"
      lead={
        <>
          <code>{problemId.slice(0, 8)}</code>
          {query.data !== undefined && `, ${query.data.problem.category}, ${query.data.problem.difficulty}`}
        </>
      }
    >
      <QueryView query={query} what="this problem">
        {(page) => (
          <>
            <div className="columns">
              <Section title="The question">
                {page.problem.query === null ? (
                  <div className="state">
                    <strong>The question is not public.</strong>
                    Problems of races are drawn again, and private suites are not shown.
                  </div>
                ) : (
                  <Question problem={page.problem} />
                )}
              </Section>
              <ExposurePanel page={page} />
            </div>
            <AnswerPanel problem={page.problem} />
            <Attempts key={`${problemId} ${page.offset}`} page={page} setOffset={setOffset} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function ExposurePanel({ page: { exposure, versions } }: { readonly page: ProblemPageWire }) {
  const { suites, races, retired } = exposure;
  return (
    <Section title="Use" hasResults>
      <dl className="facts">
        <Fact name="Solved by">
          {versions.solved} of {counted(versions.tried, 'version')}
        </Fact>
        <Fact name="Suites">
          {suites.length === 0 && 'none public'}
          {suites.map(({ suite_id, name, is_active }) => (
            <span key={suite_id} className="problem-use">
              {suite_id}: <HostileText text={name} limit={60} oneLine />{' '}
              {is_active && <Badge tone="good">active</Badge>}
            </span>
          ))}
        </Fact>
        <Fact name="Races">
          {races.length === 0 && 'none public'}
          {races.map(({ race_id, race_number }) => (
            <span key={race_id} className="problem-use">
              <Link to="/races/$raceId" params={{ raceId: race_id }}>
                race {race_number}
              </Link>
            </span>
          ))}
        </Fact>
        <Fact name="Retired from races">
          {retired === null ? (
            'no'
          ) : (
            <>
              <Timestamp at={retired.at} />: <HostileText text={retired.reason} limit={300} oneLine />
            </>
          )}
        </Fact>
      </dl>
    </Section>
  );
}

interface AttemptsProps {
  readonly page: ProblemPageWire;
  readonly setOffset: (offset: number) => void;
}

/** Attempts, of which two can be selected and compared. */
function Attempts({ page, setOffset }: AttemptsProps) {
  const { problem_id: problemId, attempts, total, limit, offset } = page;
  const [left, right] = preselect(attempts);
  const [leftRun, setLeft] = useState(left?.eval_run_id);
  const [rightRun, setRight] = useState(right?.eval_run_id);
  return (
    <Section title="Attempts" note={`${counted(total, 'attempt')} with a public result`} hasResults>
      {attempts.length === 0 && <div className="state">No results for this problem are public yet.</div>}
      {attempts.length > 1 && leftRun !== undefined && rightRun !== undefined && leftRun !== rightRun && (
        <p>
          <Link
            className="button"
            to="/problems/$problemId/compare/$leftRun/$rightRun"
            params={{ problemId, leftRun, rightRun }}
          >
            Compare A with B
          </Link>
        </p>
      )}
      {attempts.length > 0 && (
        <AttemptTable
          caption="Solved first, then the newest"
          problemId={problemId}
          attempts={attempts}
          {...(attempts.length > 1 && {
            extra: {
              head: 'Compare',
              cell: (attempt: ProblemAttemptWire) => (
                <span className="problem-choice">
                  <Choice side="A" attempt={attempt} chosen={leftRun} onChoose={setLeft} />
                  <Choice side="B" attempt={attempt} chosen={rightRun} onChoose={setRight} />
                </span>
              ),
            },
          })}
        />
      )}
      <Paging offset={offset} limit={limit} total={total} setOffset={setOffset} back="Previous" on="Next" />
    </Section>
  );
}

interface ChoiceProps {
  readonly side: 'A' | 'B';
  readonly attempt: ProblemAttemptWire;
  readonly chosen: string | undefined;
  readonly onChoose: (runId: string) => void;
}

function Choice({ side, attempt, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      <input
        type="radio"
        name={`compare ${side}`}
        checked={attempt.eval_run_id === chosen}
        onChange={() => onChoose(attempt.eval_run_id)}
      />{' '}
      {side}
    </label>
  );
}
