import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { WhoDecides } from '../agent/who-decides.tsx';

type Agency = NonNullable<AttemptPageWire['agency']>;

const TONES: Readonly<Record<Agency['verdict'], Tone>> = { agentic: 'good', mixed: 'warn', scripted: 'bad' };

/** Whether the model or the program decided, and whether the attempt is fit for training. */
export function CorpusPanel({ attempt }: { readonly attempt: AttemptPageWire }) {
  const { agency, filter } = attempt;
  return (
    <Section title="Agency and corpus">
      {agency === null ? (
        <div className="state">
          <strong>Not measured.</strong>
          Agency is the share of executed calls that the model had written first. It needs the recorded calls.
        </div>
      ) : (
        <p>
          <Badge tone={TONES[agency.verdict]}>{agency.verdict}</Badge> {Math.round(agency.share * 100)} % of the calls
          were written by the model. <HostileText text={agency.because} limit={600} lines={8} />
        </p>
      )}
      {filter === null ? (
        <div className="state">
          <strong>Not filtered.</strong>
          The filter decides whether this attempt may be used for training. It needs the recorded calls too.
        </div>
      ) : (
        <>
          <p>
            <Badge tone={filter.accepted ? 'good' : 'warn'}>{filter.accepted ? 'accepted' : 'rejected'}</Badge> Filtered
            on its own; duplicates are found later, across all attempts.
          </p>
          <ul>
            {filter.reasons.map((reason, place) => (
              <li key={`${place}`}>
                <HostileText text={reason} limit={400} oneLine />
              </li>
            ))}
          </ul>
        </>
      )}
      <VersionProbes versionId={attempt.agent_version_id} />
    </Section>
  );
}

/** The follow rates of the version that made the attempt. */
function VersionProbes({ versionId }: { readonly versionId: string }) {
  return (
    <>
      <h3 className="attempt-subhead">Probes of this version</h3>
      <QueryView query={useQuery(versionStatusQuery(versionId))} what="the probes of this version">
        {({ agency }) => <WhoDecides agency={agency} />}
      </QueryView>
      <Link to="/agents/$versionId" params={{ versionId }}>
        About this version
      </Link>
    </>
  );
}
