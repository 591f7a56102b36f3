import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries, RaceRow } from '../../arena/race.ts';
import { ListOrder } from '../paging/list-order.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import type { QualifierWire, RacersQuery, RaceWire } from '../wire/race-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';
import { type CompetitionState, readCompetitionState } from './competition-state.ts';
import { raceQualifiers } from './race-qualifiers.ts';
import { UNPUBLISHED } from './race-score-parts.ts';
import { racesToWire } from './races-to-wire.ts';

export interface RaceView {
  readonly race: RaceWire;
  readonly qualifiers: QualifierWire[];
  readonly next_cursor: string | null;
}

const BEST_FIRST = new ListOrder<CompetitionState['qualified'][number]>(
  'would race',
  [
    { kind: 'number', direction: 'desc' },
    { kind: 'moment', direction: 'asc' },
    { kind: 'text', direction: 'asc' },
  ],
  ({ qualifyingScore, submittedAt, agentVersionId }) => [
    qualifyingScore,
    submittedAt.epochMilliseconds,
    agentVersionId,
  ],
);

/**
 * A race with its racers. While qualifying is open: the versions that would race if it closed now, and the score
 * needed.
 */
export async function readRaceView(
  reader: ArenaQueries,
  arena: Pick<Arena, 'now' | 'policy'>,
  row: RaceRow,
  query: RacersQuery,
): Promise<RaceView> {
  const [race] = await racesToWire(reader, [row], arena.now());
  if (row.state !== 'qualifying_open') return { race: race!, ...(await raceQualifiers(reader, arena, row, query)) };
  const contest = await readCompetitionState(reader, arena);
  const would = contest.qualified.filter(({ racing }) => racing);
  const { limit, offset, cursor } = query;
  const found = BEST_FIRST.rowsAfter(would, cursor).slice(offset, offset + limit + 1);
  const { rows, next } = BEST_FIRST.page(found, limit);
  return {
    race: {
      ...race!,
      qualifying_threshold: contest.threshold,
      incumbent_agent_version_id: contest.top?.agentVersionId ?? null,
      qualifier_count: would.length,
    },
    qualifiers: await describe(reader, rows, row.suite_id),
    next_cursor: next,
  };
}

/** Reads names only: reading all details of a thousand versions takes a tenth of a second. */
async function describe(
  reader: ArenaQueries,
  would: CompetitionState['qualified'],
  suiteId: number,
): Promise<QualifierWire[]> {
  if (would.length === 0) return [];
  const ids = would.map(({ agentVersionId }) => agentVersionId);
  const versions = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'version.agent_version_id').on('entries.suite_id', '=', suiteId),
    )
    .select([
      'version.agent_version_id',
      'version.version_number',
      'agents.name as agent_name',
      'entries.eliminated_at',
    ])
    .where('version.agent_version_id', 'in', ids)
    .execute();
  const known = new Map(versions.map((version) => [version.agent_version_id, version]));
  return would.map(({ agentVersionId, hotkey, type, qualifyingScore }) => {
    const version = known.get(agentVersionId)!;
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
      eliminated_at: toTimestampOrNull(version.eliminated_at),
      is_discarded: false,
      ...NOT_POOLED,
    };
  });
}
