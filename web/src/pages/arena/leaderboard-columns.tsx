import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { LeaderboardEntryWire } from '../../../../src/board/wire.ts';
import { shortenMiddle } from '../../../../src/text/shorten.ts';
import { Badge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Score } from '../../parts/score.tsx';
import { percentText } from './emission-schedule.ts';

type Entry = LeaderboardEntryWire;
type Cell = { readonly entry: Entry };

// While a long board scrolls, every row in sight is drawn again with every frame. An entry that is the same need not be.
const Agent = memo(({ entry }: Cell) => (
  <>
    <Link to="/agents/$versionId" params={{ versionId: entry.agent_version_id }}>
      <HostileText text={entry.agent_name} oneLine limit={100} />
    </Link>{' '}
    <span className="quiet">v{entry.version_number}</span> <Standing entry={entry} />
  </>
));

const Contestant = memo(({ entry: { miner_hotkey: hotkey } }: Cell) => (
  <Link to="/contestants/$hotkey" params={{ hotkey }} className="address" title={hotkey}>
    {shortenMiddle(hotkey, 6, 4)}
  </Link>
));

const Qualifying = memo(({ entry }: Cell) => <Score value={entry.final_score} interval={entry.score_interval} />);
const Race = memo(({ entry }: Cell) => <Score value={entry.race_score} interval={entry.race_score_interval} />);
const Submitted = memo(({ entry }: Cell) => <Moment at={entry.submitted_at} />);

const rank: Column<Entry> = { head: '#', align: 'right', cell: (entry) => entry.rank };
const agent: Column<Entry> = { head: 'Agent', cell: (entry) => <Agent entry={entry} /> };
const contestant: Column<Entry> = {
  head: 'Contestant',
  narrow: 'hide',
  cell: (entry) => <Contestant entry={entry} />,
};
const qualifying: Column<Entry> = { head: 'Score', cell: (entry) => <Qualifying entry={entry} /> };
const race: Column<Entry> = { head: 'Race score', cell: (entry) => <Race entry={entry} /> };

const solved: Column<Entry> = {
  head: 'Solved',
  align: 'right',
  narrow: 'hide',
  cell: ({ success_rate }) => (success_rate === null ? '–' : percentText(success_rate)),
};

const judge: Column<Entry> = {
  head: 'Without judge',
  align: 'right',
  narrow: 'hide',
  cell: ({ rank: place, rank_without_judge: without }) =>
    without === place ? <span className="quiet">same</span> : `place ${without}`,
};

const submitted: Column<Entry> = { head: 'Handed in', narrow: 'hide', cell: (entry) => <Submitted entry={entry} /> };

/** Where scores are weighted by agency. */
const withoutAgency: Column<Entry> = {
  head: 'Without agency',
  align: 'right',
  narrow: 'hide',
  cell: ({ agency }) => agency?.score_without?.toFixed(4) ?? '–',
};

/** Where they are not, and some version was probed: what its score would be. */
const withAgency: Column<Entry> = {
  head: 'With agency',
  align: 'right',
  narrow: 'hide',
  cell: ({ agency }) => (agency?.factor == null ? 'not probed' : (agency.score_with?.toFixed(4) ?? '–')),
};

const QUALIFYING_COLUMNS = [rank, agent, contestant, qualifying, solved, judge, submitted];
const WEIGHTED_COLUMNS = [rank, agent, contestant, qualifying, withoutAgency, solved, judge, submitted];
const PROBED_COLUMNS = [rank, agent, contestant, qualifying, withAgency, solved, judge, submitted];
const RACE_COLUMNS = [rank, agent, contestant, race, { ...qualifying, head: 'Qualifying' }, submitted];

export function columnsOf(scoreType: 'qualifying' | 'race', entries: readonly Entry[]): readonly Column<Entry>[] {
  if (scoreType === 'race') return RACE_COLUMNS;
  if (entries.some(({ agency }) => agency?.is_applied)) return WEIGHTED_COLUMNS;
  return entries.some(({ agency }) => agency?.factor != null) ? PROBED_COLUMNS : QUALIFYING_COLUMNS;
}

function Standing({ entry }: { readonly entry: Entry }) {
  if (entry.is_miner_banned) return <Badge tone="bad">banned</Badge>;
  if (entry.is_discarded) return <Badge tone="bad">off the board</Badge>;
  if (entry.is_cancelled) return <Badge tone="warn">cancelled</Badge>;
  if (entry.twins?.state === 'memorises') return <Badge tone="bad">memorises</Badge>;
  if (entry.is_current_top) return <Badge tone="ours">top</Badge>;
  if (entry.eliminated_at !== null) return <Badge tone="warn">out of races</Badge>;
  if (entry.is_active_qualifier) return <Badge tone="good">qualified</Badge>;
  return entry.was_top ? <span className="quiet">· was top</span> : null;
}
