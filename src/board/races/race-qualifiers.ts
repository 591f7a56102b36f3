import { readAgency, type VersionAgency } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, areScoresPublic, type RaceRow } from '../../arena/race.ts';
import { scoreAgency } from '../agency/score-agency.ts';
import { momentOrNull } from '../wire/moment.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import type { QualifierWire, RacersQuery } from '../wire/race-wire.ts';
import { type RaceScoreParts, raceScoreParts, UNPUBLISHED } from './race-score-parts.ts';

/**
 * Who races, once that is fixed: the best first when scores are public, and until then in the order of qualifying, since
 * an order by score would tell it all.
 */
export async function raceQualifiers(
  reader: ArenaQueries,
  { policy }: Pick<Arena, 'policy'>,
  race: Pick<RaceRow, 'race_id' | 'suite_id' | 'state'>,
  { limit, offset }: RacersQuery,
): Promise<QualifierWire[]> {
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
  const ordered = isPublic
    ? racers
        .orderBy('racers.race_rank', (order) => order.asc().nullsLast())
        .orderBy('racers.race_score', (order) => order.desc().nullsLast())
    : racers;
  const rows = await ordered
    .orderBy('racers.qualifying_score', 'desc')
    .orderBy('version.submitted_at')
    .orderBy('racers.agent_version_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const parts = isPublic ? await raceScoreParts(reader, race.race_id) : new Map<string, RaceScoreParts>();
  const ids = rows.map(({ agent_version_id }) => agent_version_id);
  const agency = isPublic ? await readAgency(reader, ids, 'QUALIFYING') : new Map<string, VersionAgency>();
  return rows.map(
    ({ eliminated_at, discarded_at, race_score, race_rank, agency_factor, score_without_agency, ...row }) => ({
      ...row,
      race_score: isPublic ? race_score : null,
      race_rank: isPublic ? race_rank : null,
      ...(parts.get(row.agent_version_id) ?? UNPUBLISHED),
      eliminated_at: momentOrNull(eliminated_at),
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
}
