import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RunningEvaluationWire } from '../../../../src/board/wire.ts';
import { runningQuery } from '../../api/board-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { ProblemProgress } from './problem-progress.tsx';

export function RunningPanel() {
  const query = useQuery(runningQuery());
  return (
    <Section title="Running" note={query.data !== undefined && query.data.length > 0 && `${query.data.length} at once`}>
      <QueryView
        query={query}
        what="the active runs"
        isEmpty={(runs) => runs.length === 0}
        empty="No validator is running an agent at the moment."
      >
        {(runs) => (
          <ul className="runs">
            {runs.map((run) => (
              <Run key={run.eval_run_id} run={run} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Run({ run }: { readonly run: RunningEvaluationWire }) {
  return (
    <li>
      <div className="run-head">
        <span>
          <Link to="/agents/$versionId" params={{ versionId: run.agent_version_id }}>
            <HostileText text={run.agent_name} oneLine limit={100} />
          </Link>{' '}
          <span className="quiet">v{run.version_number}</span>{' '}
          {run.phase === 'RACE' ? <Badge tone="ours">race</Badge> : <span className="quiet">qualifying</span>}
        </span>
        <span className="quiet">
          by <Person hotkey={run.validator_hotkey} as="validator" />, <Timestamp at={run.started_at} />
        </span>
      </div>
      <ProblemProgress run={run} />
    </li>
  );
}
