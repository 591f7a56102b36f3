import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries, RaceRow } from '../../arena/race.ts';
import { readVersionSheets } from '../versions/version-sheets.ts';
import { momentOrNull } from '../wire/moment.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import type { QualifierWire, RacersQuery, RaceWire } from '../wire/race-wire.ts';
import { type Contest, readContest } from './contest.ts';
import { raceQualifiers } from './race-qualifiers.ts';
import { UNPUBLISHED } from './race-score-parts.ts';
import { racesToWire } from './races-to-wire.ts';

export interface RaceView {
  readonly race: RaceWire;
  readonly qualifiers: QualifierWire[];
}

/** A race with its racers. While qualifying is open: who would race if it closed now, and what that takes. */
export async function readRaceView(
  reader: ArenaQueries,
  arena: Pick<Arena, 'now' | 'policy'>,
  row: RaceRow,
  query: RacersQuery,
): Promise<RaceView> {
  const [race] = await racesToWire(reader, [row], arena.now());
  if (row.state !== 'qualifying_open')
    return { race: race!, qualifiers: await raceQualifiers(reader, arena, row, query) };
  const contest = await readContest(reader, arena);
  const would = contest.qualified.filter(({ racing }) => racing);
  return {
    race: {
      ...race!,
      qualifying_threshold: contest.threshold,
      incumbent_agent_version_id: contest.top?.agentVersionId ?? null,
      qualifier_count: would.length,
    },
    qualifiers: await describe(reader, would.slice(query.offset, query.offset + query.limit), row.suite_id),
  };
}

async function describe(reader: ArenaQueries, would: Contest['qualified'], suiteId: number): Promise<QualifierWire[]> {
  const ids = would.map(({ agentVersionId }) => agentVersionId);
  const sheets = await readVersionSheets(reader, ids, suiteId);
  return would.map(({ agentVersionId, hotkey, type, qualifyingScore }) => {
    const { version, entry } = sheets.get(agentVersionId)!;
    return {
      agent_version_id: agentVersionId,
      agent_name: version.agent_name,
      miner_hotkey: hotkey,
      version_number: version.version_number,
      qualification_type: type,
      qualifying_score: qualifyingScore,
      race_score: null,
      race_rank: null,
      ...UNPUBLISHED,
      eliminated_at: momentOrNull(entry?.eliminated_at ?? null),
      is_discarded: false,
      ...NOT_POOLED,
    };
  });
}
