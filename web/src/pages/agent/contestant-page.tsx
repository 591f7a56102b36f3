import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { HotkeyPageWire } from '../../../../src/board/wire.ts';
import { shortenMiddle } from '../../../../src/text/shorten.ts';
import { CONTESTANT_ROWS, contestantQuery } from '../../api/versions-queries.ts';
import { Address } from '../../parts/address.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { ProfileLink } from '../../parts/profile-link.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { visibleText } from '../../parts/visible-text.ts';
import { RacerLink } from '../race/racer-link.tsx';
import { ScoreHistory } from './score-history.tsx';
import { VersionsTable } from './versions-table.tsx';
import './agent.css';

/** The most that the arena returns at once. */
const MOST_ROWS = 500;

const OUTCOMES: Readonly<Record<string, string>> = {
  QUALIFYING_OPEN: 'qualifying',
  RACE_RUNNING: 'running',
  RACE_COMPLETE: 'over',
  CANCELLED: 'cancelled',
};

const RACES: readonly Column<HotkeyPageWire['races'][number]>[] = [
  {
    head: 'Race',
    cell: ({ race_id, race_number }) => (
      <Link to="/races/$raceId" params={{ raceId: race_id }}>
        Race {race_number}
      </Link>
    ),
  },
  { head: 'Outcome', cell: ({ status, outcome }) => outcome ?? OUTCOMES[status] ?? status },
  { head: 'Rank', align: 'right', cell: ({ race_rank }) => race_rank ?? '–' },
  { head: 'Race score', decisive: true, align: 'right', cell: ({ race_score }) => <Score value={race_score} /> },
  { head: 'Qualifying', align: 'right', narrow: 'hide', cell: ({ qualifying_score }) => qualifying_score.toFixed(4) },
  {
    head: 'Role',
    narrow: 'hide',
    cell: ({ qualification_type }) =>
      qualification_type === 'INCUMBENT' ? <Badge tone="ours">incumbent</Badge> : 'challenger',
  },
];

export function ContestantPage() {
  const { hotkey = '' } = useParams({ strict: false });
  const [limit, setLimit] = useState(CONTESTANT_ROWS);
  const query = useQuery({ ...contestantQuery(hotkey, limit), placeholderData: keepPreviousData });
  const found = query.data?.hotkey;
  return (
    <Page
      title={found === undefined ? 'Contestant' : `Contestant ${nameOf(query.data!)}`}
      lead={
        found === undefined ? undefined : (
          <>
            <Address hotkey={found} />
            {query.data?.link != null && (
              <>
                {' · '}
                <ProfileLink link={query.data.link} />
              </>
            )}
            {' · '}
            <a href={`/v1/public/hotkeys/${encodeURIComponent(found)}/feed.atom`}>Atom feed</a>
            {' · '}
            <Link to="/" search={{ contestant: found }}>
              on the leaderboard
            </Link>
            {' · '}
            <Link to="/ledger" search={{ about: found }}>
              in the ledger
            </Link>
          </>
        )
      }
    >
      <QueryView key={hotkey} query={query} what="a contestant">
        {(page) => (
          <>
            <ContestantSections page={page} />
            {limit < MOST_ROWS && hasMore(page) && (
              <button type="button" onClick={() => setLimit(MOST_ROWS)}>
                Show up to {MOST_ROWS} rows of each list
              </button>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function hasMore({ versions, races, reigns, totals }: HotkeyPageWire): boolean {
  return versions.length < totals.versions || races.length < totals.races || reigns.length < totals.reigns;
}

function nameOf({ name, hotkey }: HotkeyPageWire): string {
  return name == null ? shortenMiddle(hotkey, 6, 6) : visibleText(name, 40);
}

function ContestantSections({ page }: { readonly page: HotkeyPageWire }) {
  return (
    <div className="agent-page">
      <Section title="Summary">
        <Summary page={page} />
      </Section>
      <Section title="Versions" note={shownOf(page.versions.length, page.totals.versions)} hasResults>
        {page.versions.length === 0 ? (
          <div className="state">No submission from this contestant has been accepted.</div>
        ) : (
          <>
            <ScoreHistory versions={page.versions} />
            <VersionsTable
              caption="Versions of this contestant, the newest first"
              versions={page.versions}
              compareWith={(version) => versionBefore(page.versions, version)}
            />
          </>
        )}
      </Section>
      <Section title="Races" note={shownOf(page.races.length, page.totals.races)} hasResults>
        {page.races.length === 0 ? (
          <div className="state">No version of this contestant has raced yet.</div>
        ) : (
          <DataTable
            caption="Races of this contestant, the newest first"
            columns={RACES}
            rows={page.races}
            rowKey={({ race_id, agent_version_id }) => `${race_id} ${agent_version_id}`}
          />
        )}
      </Section>
      <Section title="Times as champion" note={shownOf(page.reigns.length, page.totals.reigns)} hasResults>
        <ChampionPeriods page={page} />
      </Section>
    </div>
  );
}

function Summary({ page }: { readonly page: HotkeyPageWire }) {
  return (
    <>
      {page.is_banned && (
        <p>
          <Badge tone="bad">banned</Badge> <HostileText text={page.ban_reason ?? 'No reason was given.'} limit={500} />
        </p>
      )}
      <dl className="facts">
        <Fact name="Agents">{page.totals.agents}</Fact>
        <Fact name="Versions">{page.totals.versions}</Fact>
        <Fact name="Races">{page.totals.races}</Fact>
        <Fact name="Times champion">{page.totals.reigns}</Fact>
        <Fact name="First seen">
          <Timestamp at={page.first_seen_at} />
        </Fact>
        <Fact name="Last submission">
          {page.last_submitted_at === null ? 'none' : <Timestamp at={page.last_submitted_at} />}
        </Fact>
        {page.next_allowed_at !== null && (
          <Fact name="You may submit again in">
            <Countdown until={page.next_allowed_at} />
          </Fact>
        )}
      </dl>
    </>
  );
}

function ChampionPeriods({ page }: { readonly page: HotkeyPageWire }) {
  if (page.reigns.length === 0) return <div className="state">This contestant has never been champion.</div>;
  const names = new Map(page.versions.map(({ agent_version_id, agent_name }) => [agent_version_id, agent_name]));
  const columns: readonly Column<HotkeyPageWire['reigns'][number]>[] = [
    {
      head: 'Agent',
      cell: ({ agent_version_id: id }) => <RacerLink versionId={id} name={names.get(id)} />,
    },
    { head: 'Score', decisive: true, align: 'right', cell: ({ score }) => score.toFixed(4) },
    { head: 'From', cell: ({ crowned_at }) => <Timestamp at={crowned_at} /> },
    {
      head: 'Until',
      cell: ({ ended_at }) => (ended_at === null ? <Badge tone="good">current</Badge> : <Timestamp at={ended_at} />),
    },
  ];
  return (
    <DataTable
      caption="Times as champion, newest first"
      columns={columns}
      rows={page.reigns}
      rowKey={({ reign }) => String(reign)}
    />
  );
}

/** The previous version of the same agent, if any. `versions` is sorted newest first. */
function versionBefore(versions: HotkeyPageWire['versions'], version: HotkeyPageWire['versions'][number]) {
  const before = versions.find(
    ({ agent_id, version_number }) => agent_id === version.agent_id && version_number < version.version_number,
  );
  return before && { versionId: before.agent_version_id, name: `v${before.version_number}` };
}

function shownOf(shown: number, total: number): string | undefined {
  return total > shown ? `the newest ${shown} of ${total}` : undefined;
}
