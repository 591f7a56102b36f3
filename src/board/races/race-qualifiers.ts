import { sql } from 'kysely';
import { readAgency, type VersionAgency } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, areScoresPublic, type RaceRow } from '../../arena/race.ts';
import { scoreAgency } from '../agency/score-agency.ts';
import { ListOrder, type SortPart } from '../paging/list-order.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import type { QualifierWire, RacersQuery } from '../wire/race-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';
import { type RaceScoreParts, raceScoreParts, UNPUBLISHED } from './race-score-parts.ts';

interface RacerRow {
  readonly race_rank: number | null;
  readonly race_score: number | null;
  readonly qualifying_score: number;
  readonly submitted_at: number;
  readonly agent_version_id: string;
}

const LAST_RANK = 2_147_483_647;
const LOWEST_SCORE = -1;
/** Racers that did not finish sort last on both engines. */
const RANK = sql<number>`coalesce(${sql.ref('racers.race_rank')}, ${sql.lit(LAST_RANK)})`;
const SCORE = sql<number>`coalesce(${sql.ref('racers.race_score')}, ${sql.lit(LOWEST_SCORE)})`;
const QUALIFYING_COLUMNS = ['racers.qualifying_score', 'version.submitted_at', 'racers.agent_version_id'].map(
  (column) => sql.ref(column),
);

const QUALIFYING_PARTS: readonly SortPart[] = [
  { kind: 'number', direction: 'desc' },
  { kind: 'moment', direction: 'asc' },
  { kind: 'text', direction: 'asc' },
];

function qualifyingKey({ qualifying_score, submitted_at, agent_version_id }: RacerRow) {
  return [qualifying_score, submitted_at, agent_version_id] as const;
}

const BY_QUALIFYING = new ListOrder<RacerRow>('racers', QUALIFYING_PARTS, qualifyingKey);
const BY_RESULT = new ListOrder<RacerRow>(
  'results',
  [{ kind: 'integer', direction: 'asc' }, { kind: 'number', direction: 'desc' }, ...QUALIFYING_PARTS],
  (row) => [row.race_rank ?? LAST_RANK, row.race_score ?? LOWEST_SCORE, ...qualifyingKey(row)],
);

/**
 * The racers, once they are fixed: best first if scores are public, until then in qualifying order, because an order by
 * score would reveal the scores.
 */
export async function raceQualifiers(
  reader: ArenaQueries,
  { policy }: Pick<Arena, 'policy'>,
  race: Pick<RaceRow, 'race_id' | 'suite_id' | 'state'>,
  { limit, offset, cursor }: RacersQuery,
): Promise<{ readonly qualifiers: QualifierWire[]; readonly next_cursor: string | null }> {
  const isPublic = areScoresPublic(race.state);
  const racers = reader
    .selectFrom('racers')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'racers.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'racers.agent_version_id').on('entries.suite_id', '=', race.suite_id),
    )
    .select([
      'racers.agent_version_id',
      'agents.name as agent_name',
      'racers.hotkey as miner_hotkey',
      'version.version_number',
      'version.submitted_at',
      'racers.qualification_type',
      'racers.qualifying_score',
      'racers.race_score',
      'racers.race_rank',
      'racers.agency_factor',
      'racers.score_without_agency',
      'entries.eliminated_at',
      'entries.discarded_at',
    ])
    .where('racers.race_id', '=', race.race_id);
  const order = isPublic ? BY_RESULT : BY_QUALIFYING;
  const columns = isPublic ? [RANK, SCORE, ...QUALIFYING_COLUMNS] : QUALIFYING_COLUMNS;
  const ordered = isPublic ? racers.orderBy(RANK).orderBy(SCORE, 'desc') : racers;
  const found = await ordered
    .orderBy('racers.qualifying_score', 'desc')
    .orderBy('version.submitted_at')
    .orderBy('racers.agent_version_id')
    .where(order.after(columns, cursor))
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const { rows, next } = order.page(found, limit);
  const ids = rows.map(({ agent_version_id }) => agent_version_id);
  const parts = isPublic ? await raceScoreParts(reader, race.race_id, ids) : new Map<string, RaceScoreParts>();
  const agency = isPublic ? await readAgency(reader, ids, 'QUALIFYING') : new Map<string, VersionAgency>();
  const qualifiers = rows.map(
    ({
      eliminated_at,
      discarded_at,
      race_score,
      race_rank,
      agency_factor,
      score_without_agency,
      submitted_at: _,
      ...row
    }) => ({
      ...row,
      race_score: isPublic ? race_score : null,
      race_rank: isPublic ? race_rank : null,
      ...(parts.get(row.agent_version_id) ?? UNPUBLISHED),
      eliminated_at: toTimestampOrNull(eliminated_at),
      is_discarded: discarded_at !== null,
      ...NOT_POOLED,
      ...(isPublic && {
        agency: scoreAgency(
          race_score,
          { agency_factor, score_without_agency },
          agency.get(row.agent_version_id),
          policy.agency,
        ),
      }),
    }),
  );
  return { qualifiers, next_cursor: next };
}
