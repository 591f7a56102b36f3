import type { RaceWire } from '../../../../src/board/wire.ts';

export interface Step {
  readonly id: 'open' | 'closed' | 'running' | 'complete' | 'decided';
  readonly title: string;
  readonly progress: 'done' | 'now' | 'ahead' | 'never';
  /** When it began, or is expected to begin; null when unknown. */
  readonly at: string | null;
}

const ORDER = ['open', 'closed', 'running', 'complete', 'decided'] as const;

const REACHED: Readonly<Record<RaceWire['state'], (typeof ORDER)[number] | undefined>> = {
  qualifying_open: 'open',
  qualifying_closed: 'closed',
  race_running: 'running',
  race_complete: 'complete',
  promoted: 'decided',
  uncontested: undefined,
  cancelled: undefined,
};

/** How far a race has come. A cancelled race keeps the steps it reached; the others get `never`. */
export function raceTimeline(race: RaceWire): Step[] {
  const reached = REACHED[race.state] ?? lastBeforeTheEnd(race);
  const isOff = race.status === 'CANCELLED';
  const position = ORDER.indexOf(reached);
  return ORDER.map((id, index): Step => {
    const progress =
      index < position ? 'done' : index === position ? (isOff ? 'done' : 'now') : isOff ? 'never' : 'ahead';
    return {
      id,
      title: titleOf(id, race),
      progress: id === 'decided' && progress === 'now' ? 'done' : progress,
      at: timeOf(id, race),
    };
  });
}

function lastBeforeTheEnd(race: RaceWire): (typeof ORDER)[number] {
  if (race.race_completed_at !== null) return 'complete';
  if (race.race_started_at !== null) return 'running';
  // Too few racers are noticed at the close; a race cancelled earlier ends while qualifying is open.
  return race.state === 'uncontested' || race.state_since >= race.qualifying_closes_at ? 'closed' : 'open';
}

function titleOf(id: Step['id'], { winner_agent_version_id, incumbent_agent_version_id, state }: RaceWire): string {
  switch (id) {
    case 'open':
      return 'Qualifying opened';
    case 'closed':
      return state === 'qualifying_open' ? 'Qualifying closes' : 'Qualifying closed';
    case 'running':
      return 'Draw committed, race running';
    case 'complete':
      return 'Race complete';
    case 'decided':
      if (state !== 'promoted') return 'Draw revealed, champion decided';
      return winner_agent_version_id === incumbent_agent_version_id
        ? 'Draw revealed, champion stays'
        : 'Draw revealed, new champion';
  }
}

function timeOf(id: Step['id'], race: RaceWire): string | null {
  switch (id) {
    case 'open':
      return race.qualifying_opens_at;
    case 'closed':
      return race.qualifying_closes_at;
    case 'running':
      return race.race_started_at;
    case 'complete':
      return race.race_completed_at ?? race.projected_completion_at;
    case 'decided':
      return race.state === 'promoted' ? race.state_since : null;
  }
}
