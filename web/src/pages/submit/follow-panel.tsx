import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { OwnVersionStatusWire } from '../../../../src/board/wire.ts';
import { runningQuery } from '../../api/board-queries.ts';
import { ownAgentsQuery, ownVersionQuery, refusedSubmissionQuery } from '../../api/submit-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { FailureReason } from '../../parts/failure-reason.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { ProblemProgress } from '../arena/problem-progress.tsx';
import { FindingList } from './finding-list.tsx';
import { latestSubmission, submissionState } from './latest-submission.ts';

interface FollowPanelProps {
  readonly versionId: string;
  readonly lines: readonly string[];
}

/** The hotkey's newest submission, wherever it was made; nothing before the first. */
export function LatestSubmission({ hotkey }: { readonly hotkey: string }) {
  const { data: own } = useQuery(ownAgentsQuery(hotkey));
  const { data: refused } = useQuery(refusedSubmissionQuery(hotkey));
  const latest = own === undefined ? undefined : latestSubmission(own, refused?.events[0]);
  if (latest === undefined) return null;
  if (latest.kind === 'accepted') return <FollowPanel versionId={latest.versionId} lines={[]} />;
  return (
    <Section title="Your latest submission">
      <p className="big" role="status">
        <Badge tone="bad">rejected</Badge>
      </p>
      <p>
        <Timestamp at={latest.at} />: <HostileText text={latest.why} limit={400} oneLine />{' '}
        {latest.codes.slice(0, 20).map((code) => (
          <Fragment key={code}>
            <code>
              <HostileText text={code} limit={60} oneLine />
            </code>{' '}
          </Fragment>
        ))}
      </p>
      <p className="quiet">Choose the corrected file below to check it again before you submit it.</p>
    </Section>
  );
}

/** A version until it is scored: its place in the queue, the progress of its runs, and their results. */
export function FollowPanel({ versionId, lines }: FollowPanelProps) {
  const query = useQuery(ownVersionQuery(versionId));
  return (
    <Section
      title="Your latest submission"
      note={
        <Link to="/agents/$versionId" params={{ versionId }}>
          Version page
        </Link>
      }
    >
      <QueryView query={query} what="your version">
        {(status) => <Followed status={status} lines={lines} />}
      </QueryView>
    </Section>
  );
}

function Followed({ status, lines }: { readonly status: OwnVersionStatusWire; readonly lines: readonly string[] }) {
  const { queue, failures, findings } = status;
  const { tone, text } = submissionState(status);
  return (
    <>
      <p className="big" role="status">
        <HostileText text={status.agent_name} oneLine limit={100} /> v{status.version_number}{' '}
        <Badge tone={tone}>{text}</Badge>
      </p>
      {status.removal_reason !== null && (
        <p>
          <HostileText text={status.removal_reason} limit={400} oneLine />
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>Runs</dt>
          <dd>
            {status.success_count} of {status.required_successes} done
            {status.active_count > 0 && `, ${status.active_count} under way`}
          </dd>
        </div>
        {queue.position !== null && (
          <div>
            <dt>Place in the queue</dt>
            <dd>
              {queue.position} ({queue.ahead === 0 ? 'next in line' : `${queue.ahead} ahead`})
            </dd>
          </div>
        )}
        {queue.estimated_start_at !== null && (
          <div>
            <dt>Next run</dt>
            <dd>
              <Timestamp at={queue.estimated_start_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>Score</dt>
          <dd>
            <Score value={status.final_score} interval={status.score_interval} />
          </dd>
        </div>
        {status.qualifying_threshold !== null && status.qualifying_threshold > 0 && (
          <div>
            <dt>Qualifying score needed</dt>
            <dd>{status.qualifying_threshold.toFixed(4)}</dd>
          </div>
        )}
      </dl>
      <p className="quiet">{queue.reason}</p>
      <RunsUnderWay versionId={status.agent_version_id} />
      {failures.length > 0 && (
        <ul>
          {failures.map((failure) => (
            <li key={failure.eval_run_id}>
              {failure.status.toLowerCase().replaceAll('_', ' ')}{' '}
              <FailureReason
                failure={{
                  owner: failure.failure_owner,
                  code: null,
                  reason: failure.failure_reason ?? 'no reason was given',
                }}
              />
              {failure.failure_owner !== 'agent' && <span className="quiet"> (does not count against you)</span>}
            </li>
          ))}
        </ul>
      )}
      {findings.length > 0 && <h3>Findings at submission</h3>}
      <FindingList findings={findings} omitted={0} lines={lines} />
    </>
  );
}

function RunsUnderWay({ versionId }: { readonly versionId: string }) {
  const { data } = useQuery(runningQuery());
  const own = data?.filter(({ agent_version_id }) => agent_version_id === versionId) ?? [];
  if (own.length === 0) return null;
  return (
    <ul className="runs">
      {own.map((run) => (
        <li key={run.eval_run_id}>
          <span className="quiet">
            by <span className="address">{run.validator_hotkey.slice(0, 6)}…</span>
          </span>
          <ProblemProgress run={run} />
        </li>
      ))}
    </ul>
  );
}
