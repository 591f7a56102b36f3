import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useSession } from '../../session/use-session.ts';
import { AttemptFiles } from './attempt-files.tsx';
import { AttemptNavigation } from './attempt-navigation.tsx';
import { attemptQuery } from './attempt-queries.ts';
import './attempt.css';

/** One agent at one problem, as recorded by one validator. */
export function AttemptPage() {
  const { runId = '', problemId = '' } = useParams({ strict: false });
  const query = useQuery(attemptQuery(runId, problemId, useSession()?.hotkey));
  return (
    <Page title="Attempt" lead={query.data === undefined ? undefined : <Who attempt={query.data} />}>
      <AttemptNavigation runId={runId} problemId={problemId} />
      <QueryView query={query} what="this attempt">
        {(attempt) => <AttemptFiles key={`${runId} ${problemId}`} attempt={attempt} />}
      </QueryView>
    </Page>
  );
}

function Who({ attempt }: { readonly attempt: AttemptPageWire }) {
  return (
    <>
      <Link to="/agents/$versionId" params={{ versionId: attempt.agent_version_id }}>
        <HostileText text={attempt.agent_name} limit={80} oneLine />
      </Link>{' '}
      version {attempt.version_number} by <Person hotkey={attempt.miner_hotkey} />, run by{' '}
      <Person hotkey={attempt.validator_hotkey} as="validator" />{' '}
      {attempt.race_id === null ? (
        'in qualifying'
      ) : (
        <Link to="/races/$raceId" params={{ raceId: attempt.race_id }}>
          in race {attempt.race_number}
        </Link>
      )}
      , <Timestamp at={attempt.completed_at ?? attempt.claimed_at} />
      {!attempt.is_included && '. This run does not count.'}
    </>
  );
}
