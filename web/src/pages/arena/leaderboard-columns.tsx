import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { LeaderboardEntryWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { chosenBy } from '../../parts/chosen-by.ts';
import type { Column } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { Score } from '../../parts/score.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { BoardSearch, BoardSort } from './board-search.ts';
import { percentText } from './emission-schedule.ts';

type Entry = LeaderboardEntryWire;
type Cell = { readonly entry: Entry };

// While a long leaderboard scrolls, every visible row is rendered on each frame. Unchanged entries need not be.
const Agent = memo(({ entry }: Cell) => (
  <>
    <Link to="/agents/$versionId" params={{ versionId: entry.agent_version_id }}>
      <HostileText text={entry.agent_name} oneLine limit={100} />
    </Link>{' '}
    <span className="quiet">v{entry.version_number}</span> <Standing entry={entry} />
  </>
));

const Contestant = memo(({ entry: { miner_hotkey, miner_name } }: Cell) => (
  <Person hotkey={miner_hotkey} name={miner_name} />
));

const Qualifying = memo(({ entry }: Cell) => <Score value={entry.final_score} interval={entry.score_interval} />);
const Race = memo(({ entry }: Cell) => <Score value={entry.race_score} interval={entry.race_score_interval} />);
const Submitted = memo(({ entry }: Cell) => <Timestamp at={entry.submitted_at} />);

interface BoardColumn extends Column<Entry> {
  readonly sort?: BoardSort;
  /** Name used to hide it; missing for columns that a row needs to make sense. */
  readonly id?: string;
}

const rank: BoardColumn = { head: '#', align: 'right', sort: 'rank', cell: (entry) => entry.rank };
const agent: BoardColumn = { head: 'Agent', sort: 'agent', cell: (entry) => <Agent entry={entry} /> };
const contestant: BoardColumn = {
  head: 'Contestant',
  id: 'contestant',
  sort: 'contestant',
  narrow: 'hide',
  cell: (entry) => <Contestant entry={entry} />,
};
const qualifying: BoardColumn = {
  head: 'Score',
  decisive: true,
  sort: 'score',
  cell: (entry) => <Qualifying entry={entry} />,
};
const race: BoardColumn = {
  head: 'Race score',
  decisive: true,
  sort: 'race_score',
  cell: (entry) => <Race entry={entry} />,
};

const solved: BoardColumn = {
  head: 'Solved',
  id: 'solved',
  sort: 'solved',
  align: 'right',
  narrow: 'hide',
  cell: ({ success_rate }) => (success_rate === null ? '–' : percentText(success_rate)),
};

const judge: BoardColumn = {
  head: 'Without judge',
  id: 'judge',
  align: 'right',
  narrow: 'hide',
  cell: ({ rank: place, rank_without_judge: without }) =>
    without === place ? <span className="quiet">same</span> : `place ${without}`,
};

const submitted: BoardColumn = {
  head: 'Submitted',
  id: 'submitted',
  sort: 'submitted',
  narrow: 'hide',
  cell: (entry) => <Submitted entry={entry} />,
};

const decides: BoardColumn = {
  head: 'Calls chosen by',
  id: 'decides',
  sort: 'agency',
  narrow: 'hide',
  cell: ({ agency_label: label }) =>
    label === undefined || label === 'unknown' ? <span className="quiet">not known</span> : chosenBy(label),
};

const model: BoardColumn = {
  head: 'Model',
  id: 'model',
  sort: 'model',
  narrow: 'hide',
  cell: ({ models = [] }) =>
    models.length === 0 ? (
      <span className="quiet">–</span>
    ) : (
      <>
        <HostileText text={models[0]!} oneLine limit={60} />
        {models.length > 1 && (
          <span className="quiet" title={models.join(', ')}>
            {' '}
            +{models.length - 1}
          </span>
        )}
      </>
    ),
};

/** Shown when a category is selected, then also on narrow screens. */
function inCategory(category: string): BoardColumn {
  return {
    head: `Solved: ${category}`,
    decisive: true,
    sort: 'category',
    align: 'right',
    cell: ({ category: found }) =>
      found == null || found.attempts === 0 ? (
        '–'
      ) : (
        <>
          {percentText(found.solved / found.attempts)}{' '}
          <small className="quiet">
            {found.solved} of {found.attempts}
          </small>
        </>
      ),
  };
}

/** Shown if the agency factor is applied to scores. */
const withoutAgency: BoardColumn = {
  head: 'Score before agency factor',
  id: 'agency',
  align: 'right',
  narrow: 'hide',
  cell: ({ agency }) => agency?.score_without?.toFixed(4) ?? '–',
};

/** Score with the factor; shown if the factor is not applied and some version was probed. */
const withAgency: BoardColumn = {
  head: 'Score after agency factor',
  id: 'agency',
  align: 'right',
  narrow: 'hide',
  cell: ({ agency }) => (agency?.factor == null ? 'not known' : (agency.score_with?.toFixed(4) ?? '–')),
};

export interface Choosing {
  readonly chosen: readonly Entry[];
  readonly toggle: (entry: Entry) => void;
}

function compareColumn({ chosen, toggle }: Choosing): BoardColumn {
  return {
    head: 'Compare',
    id: 'compare',
    cell: (entry) => (
      <label className="board-choice">
        <input
          type="checkbox"
          checked={chosen.some(({ agent_version_id }) => agent_version_id === entry.agent_version_id)}
          onChange={() => toggle(entry)}
        />
        <span className="hidden">
          Compare <HostileText text={entry.agent_name} oneLine limit={100} /> v{entry.version_number}
        </span>
      </label>
    ),
  };
}

export interface BoardColumns {
  readonly shown: readonly Column<Entry>[];
  /** Columns that can be hidden, and whether each is shown. */
  readonly optional: readonly { readonly id: string; readonly head: string; readonly isShown: boolean }[];
}

export function columnsOf(
  { board, category, hide = '' }: BoardSearch,
  entries: readonly Entry[],
  choosing: Choosing,
): BoardColumns {
  const chosen = category === undefined ? [] : [inCategory(category)];
  const scores: readonly BoardColumn[] =
    board === 'race'
      ? [race, { ...qualifying, head: 'Qualifying' }]
      : [qualifying, ...agencyColumns(entries), solved, judge];
  const all: readonly BoardColumn[] = [
    rank,
    agent,
    contestant,
    ...chosen,
    ...scores,
    decides,
    model,
    submitted,
    compareColumn(choosing),
  ];
  const hidden = new Set(hide.split(','));
  const isShown = ({ id }: BoardColumn): boolean => id === undefined || !hidden.has(id);
  return {
    shown: all.filter(isShown),
    optional: all.flatMap((column) =>
      column.id === undefined ? [] : [{ id: column.id, head: column.head, isShown: isShown(column) }],
    ),
  };
}

function agencyColumns(entries: readonly Entry[]): readonly BoardColumn[] {
  if (entries.some(({ agency }) => agency?.is_applied)) return [withoutAgency];
  return entries.some(({ agency }) => agency?.factor != null) ? [withAgency] : [];
}

function Standing({ entry }: { readonly entry: Entry }) {
  if (entry.is_miner_banned) return <Badge tone="bad">banned</Badge>;
  if (entry.is_discarded) return <Badge tone="bad">discarded</Badge>;
  if (entry.is_cancelled) return <Badge tone="warn">cancelled</Badge>;
  if (entry.twins?.state === 'memorises') return <Badge tone="bad">memorises</Badge>;
  if (entry.is_current_top) return <Badge tone="ours">champion</Badge>;
  if (entry.eliminated_at !== null) return <Badge tone="warn">eliminated</Badge>;
  if (entry.is_active_qualifier) return <Badge tone="good">qualified</Badge>;
  return entry.was_top ? <span className="quiet">· former champion</span> : null;
}
