import type { VersionStatusWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Score } from '../../parts/score.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { thresholdText } from '../arena/describe-phase.ts';
import { RacerLink } from '../race/racer-link.tsx';
import { STANDINGS } from './standing.ts';

/** A version's state and scores, and while it waits its place in the queue and the reason. */
export function StandingFacts({ status }: { readonly status: VersionStatusWire }) {
  const { tone, words } = STANDINGS[status.phase];
  return (
    <>
      <dl className="facts">
        <Fact name="Status">
          <Badge tone={tone}>{words}</Badge>
        </Fact>
        <Fact name="Qualifying score">
          <Score value={status.final_score} interval={status.score_interval} />
        </Fact>
        <Fact name="Solved × judge">
          {status.success_rate === null || status.reasoning_coefficient === null
            ? '–'
            : `${status.success_rate.toFixed(4)} × ${status.reasoning_coefficient.toFixed(2)}`}
        </Fact>
        <Fact name="Newest race score">
          <Score value={status.race_score} />
        </Fact>
        <Fact name="Runs that count">
          {status.success_count} of {status.required_successes}
          {status.active_count > 0 && `, ${status.active_count} under way`}
        </Fact>
        <Fact name="Qualifying score needed">{thresholdText(status.qualifying_threshold)}</Fact>
        <Fact name="Submitted">
          <Timestamp at={status.submitted_at} />
        </Fact>
        <Fact name="Licence for training data">{status.licence ?? 'not stated'}</Fact>
      </dl>
      <Waiting queue={status.queue} />
      {status.removal_reason !== null && (
        <p>
          Removed: <HostileText text={status.removal_reason} limit={500} />
        </p>
      )}
      {status.outranked_by_agent_version_id !== null && (
        <p>
          Its contestant races with <RacerLink versionId={status.outranked_by_agent_version_id} name={undefined} />.
        </p>
      )}
    </>
  );
}

function Waiting({ queue }: { readonly queue: VersionStatusWire['queue'] }) {
  if (queue.position === null) return <p className="quiet">{queue.reason}</p>;
  return (
    <p className="agent-waiting">
      <strong>Number {queue.position} in the queue</strong>, {counted(queue.ahead, 'run')} ahead of it.{' '}
      {queue.estimated_start_at === null ? (
        'No estimated start time yet.'
      ) : (
        <Countdown until={queue.estimated_start_at} label="Time until its next run may start:" />
      )}{' '}
      <span className="quiet">{queue.reason}</span>
    </p>
  );
}
