import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { twinSentence } from '../../../../src/board/twin-words.ts';
import type { RunWire, VersionStatusWire } from '../../../../src/board/wire.ts';
import { contestantQuery, versionRunsQuery, versionStatusQuery } from '../../api/versions-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { visibleText } from '../../parts/visible-text.ts';
import { AgainstChampion } from './against-champion.tsx';
import { Code } from './code.tsx';
import { Cost } from './cost.tsx';
import { Excuses } from './excuses.tsx';
import { Failures } from './failures.tsx';
import { ProbeReports } from './probe-reports.tsx';
import { Problems } from './problems.tsx';
import { Runs } from './runs.tsx';
import { stagesOf } from './stages.ts';
import { StandingFacts } from './standing-facts.tsx';
import { VersionsTable } from './versions-table.tsx';
import { WhoDecides } from './who-decides.tsx';
import './agent.css';

export function AgentPage() {
  const { versionId = '' } = useParams({ strict: false });
  const query = useQuery(versionStatusQuery(versionId));
  const status = query.data;
  return (
    <Page
      title={status === undefined ? 'Agent' : `${visibleText(status.agent_name, 100)} v${status.version_number}`}
      lead={
        status === undefined ? undefined : (
          <>
            An agent of <Person hotkey={status.miner_hotkey} />
          </>
        )
      }
    >
      {/* The key resets tabs and opened code when another version is shown in the same place. */}
      <QueryView key={versionId} query={query} what="a version of an agent">
        {(found) => <AgentSections status={found} />}
      </QueryView>
    </Page>
  );
}

function AgentSections({ status }: { readonly status: VersionStatusWire }) {
  const { agent_version_id: versionId } = status;
  const runs = useQuery(versionRunsQuery(versionId));
  return (
    <div className="agent-page">
      <Section title="Status" hasResults>
        <StandingFacts status={status} />
      </Section>
      <Section title="Results by problem" hasResults>
        <QueryView query={runs} what="the runs">
          {(found) => <Stages versionId={versionId} runs={found} />}
        </QueryView>
      </Section>
      <Section title="Against the champion" hasResults>
        <AgainstChampion status={status} />
      </Section>
      <Section title="Runs" hasResults>
        <QueryView
          query={runs}
          what="the runs"
          isEmpty={(found) => found.length === 0}
          empty="No validator has claimed it yet."
        >
          {(found) => <Runs runs={found} />}
        </QueryView>
      </Section>
      <Section title="Memorised answers">
        <p>
          {status.twins?.state === 'memorises' && <Badge tone="bad">memorises</Badge>} {twinSentence(status.twins)}
        </p>
      </Section>
      <Section title="Who decides">
        <WhoDecides agency={status.agency} />
        <ProbeReports versionId={versionId} agency={status.agency} />
      </Section>
      <Section title="Excuses">
        <Excuses excuses={status.excuses} />
      </Section>
      <Section title="Cost">
        <Cost cost={status.cost} />
      </Section>
      <Section title="Code">
        <Code status={status} />
      </Section>
      <OtherVersions status={status} />
    </div>
  );
}

/** One stage is selected for both the matrix and the failures below it, so that one explains the other. */
function Stages({ versionId, runs }: { readonly versionId: string; readonly runs: readonly RunWire[] }) {
  const tabs = stagesOf(runs).map(({ id, title, stage }) => {
    const own = runs.filter(({ race_id }) => ('raceId' in stage ? race_id === stage.raceId : race_id === null));
    return {
      id,
      title,
      content: (
        <>
          <Problems key={id} versionId={versionId} stage={stage} title={title} />
          <h3 className="agent-subhead">Failures by owner</h3>
          <Failures key={`${id} failures`} versionId={versionId} stage={stage} runs={own} />
        </>
      ),
    };
  });
  return <Tabs label="Phase" tabs={tabs} />;
}

function OtherVersions({ status }: { readonly status: VersionStatusWire }) {
  const query = useQuery(contestantQuery(status.miner_hotkey));
  const others = query.data?.versions.filter(({ agent_version_id }) => agent_version_id !== status.agent_version_id);
  return (
    <Section
      title="Other versions of its contestant"
      note={query.data === undefined ? undefined : `${query.data.totals.versions} in all`}
      hasResults
    >
      <QueryView
        query={query}
        what="the other versions"
        isEmpty={() => others?.length === 0}
        empty="This is the only version its contestant has submitted."
      >
        {() => (
          <VersionsTable
            caption="Other versions, the newest first"
            versions={others ?? []}
            compareWith={() => ({ versionId: status.agent_version_id, name: 'this version' })}
          />
        )}
      </QueryView>
    </Section>
  );
}
