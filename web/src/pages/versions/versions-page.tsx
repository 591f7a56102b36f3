import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { decisionWords, NOT_PROBED } from '../../../../src/board/agency-words.ts';
import type { RunWire, VersionStatusWire } from '../../../../src/board/wire.ts';
import { versionRunsQuery, versionStatusQuery } from '../../api/versions-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { VersionsSearch } from '../../versions-search.ts';
import { stagesOf } from '../agent/stages.ts';
import { STANDINGS } from '../agent/standing.ts';
import { CodeDiff } from './code-diff.tsx';
import { ProblemGrid } from './problem-grid.tsx';
import './versions.css';

/** Two versions side by side: their facts, their results problem by problem, and the code changes. */
export function VersionsPage() {
  const { versionId = '', otherId = '' } = useParams({ strict: false });
  const left = useQuery(versionStatusQuery(versionId));
  const right = useQuery(versionStatusQuery(otherId));
  return (
    <Page
      title="Compare versions"
      lead={
        <Link to="/agents/$versionId/compare/$otherId" params={{ versionId: otherId, otherId: versionId }}>
          Swap sides
        </Link>
      }
    >
      <QueryView query={left} what="the first version">
        {(one) => (
          <QueryView query={right} what="the second version">
            {(other) => <Comparison key={`${versionId} ${otherId}`} left={one} right={other} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

interface Sides {
  readonly left: VersionStatusWire;
  readonly right: VersionStatusWire;
}

function Comparison({ left, right }: Sides) {
  const { show }: VersionsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <>
      <Section title="Versions" hasResults>
        <Facts left={left} right={right} />
      </Section>
      <Section title="Results and code" hasResults>
        <Tabs
          label="What to compare"
          shown={show ?? 'problems'}
          onChoose={(id) =>
            void navigate({ to: '.', search: id === 'code' ? { show: id } : {}, replace: true, resetScroll: false })
          }
          tabs={[
            { id: 'problems', title: 'Problem by problem', content: <Stages left={left} right={right} /> },
            { id: 'code', title: 'Code', content: <CodeDiff left={left} right={right} /> },
          ]}
        />
      </Section>
    </>
  );
}

const FACTS: readonly { readonly name: string; readonly cell: (status: VersionStatusWire) => ReactNode }[] = [
  { name: 'Contestant', cell: ({ miner_hotkey }) => <Person hotkey={miner_hotkey} /> },
  { name: 'Status', cell: ({ phase }) => <Badge tone={STANDINGS[phase].tone}>{STANDINGS[phase].words}</Badge> },
  {
    name: 'Qualifying score',
    cell: ({ final_score, score_interval }) => <Score value={final_score} interval={score_interval} />,
  },
  { name: 'Newest race score', cell: ({ race_score }) => <Score value={race_score} /> },
  { name: 'Calls chosen by', cell: ({ agency }) => <Decides agency={agency} /> },
  {
    name: 'Model calls per attempt',
    cell: ({ cost }) => (cost.results === 0 ? '–' : (cost.inference_calls / cost.results).toFixed(1)),
  },
  {
    name: 'Seconds per attempt',
    cell: ({ cost }) => (cost.results === 0 ? '–' : (cost.execution_seconds / cost.results).toFixed(1)),
  },
  { name: 'Submitted', cell: ({ submitted_at }) => <Timestamp at={submitted_at} /> },
];

function Facts({ left, right }: Sides) {
  return (
    <div className="scroll">
      <table className="versions-facts">
        <caption className="hidden">The two versions</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">Fact</span>
            </th>
            <th scope="col" data-decisive>
              A: <Name status={left} />
            </th>
            <th scope="col" data-decisive>
              B: <Name status={right} />
            </th>
          </tr>
        </thead>
        <tbody>
          {FACTS.map(({ name, cell }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(left)}</td>
              <td>{cell(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({
  status: { agent_version_id: versionId, agent_name, version_number },
}: {
  readonly status: VersionStatusWire;
}) {
  return (
    <Link to="/agents/$versionId" params={{ versionId }}>
      <HostileText text={agent_name} limit={60} oneLine /> v{version_number}
    </Link>
  );
}

function Decides({ agency }: Pick<VersionStatusWire, 'agency'>) {
  if (agency === undefined || agency.reports === 0) return <span className="quiet">{NOT_PROBED}</span>;
  return decisionWords(agency).map(({ name, followed }) => (
    <span key={name} className="versions-decision">
      {name}: {followed ?? 'not observed'}
    </span>
  ));
}

/** Qualifying, and the races in which both took part. */
function Stages({ left, right }: Sides) {
  const one = useQuery(versionRunsQuery(left.agent_version_id));
  const other = useQuery(versionRunsQuery(right.agent_version_id));
  return (
    <QueryView query={one} what="the runs of the first version">
      {(runs) => (
        <QueryView query={other} what="the runs of the second version">
          {(others) => <SharedStages left={left} right={right} runs={runs} others={others} />}
        </QueryView>
      )}
    </QueryView>
  );
}

interface SharedStagesProps extends Sides {
  readonly runs: readonly RunWire[];
  readonly others: readonly RunWire[];
}

function SharedStages({ left, right, runs, others }: SharedStagesProps) {
  const inOther = new Set(stagesOf(others).map(({ id }) => id));
  const tabs = stagesOf(runs).filter(({ id }) => inOther.has(id));
  return (
    <Tabs
      label="Phase"
      tabs={tabs.map(({ id, title, stage }) => ({
        id,
        title,
        content: (
          <ProblemGrid
            key={id}
            leftId={left.agent_version_id}
            rightId={right.agent_version_id}
            names={['A', 'B']}
            stage={stage}
            caption={`${title}: runs that solved each problem`}
          />
        ),
      }))}
    />
  );
}
