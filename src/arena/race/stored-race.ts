import type { Selectable } from 'kysely';
import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { Racer } from './qualify.ts';
import type { Race } from './race.ts';

export type RaceRow = Selectable<ArenaTables['races']>;
export type ArenaQueries = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** The current race, or the finished one that the next will follow; `undefined` before the first. */
export async function newestRace(reader: ArenaQueries): Promise<RaceRow | undefined> {
  return await reader.selectFrom('races').selectAll().orderBy('race_number', 'desc').limit(1).executeTakeFirst();
}

/** A stored race in the form that the rules use. */
export async function readRace(reader: ArenaQueries, row: RaceRow): Promise<Race> {
  const instant = Temporal.Instant.fromEpochMilliseconds;
  return {
    number: row.race_number,
    state: row.state,
    window: { opensAt: instant(row.opens_at), closesAt: instant(row.closes_at) },
    racers: await readRacers(reader, row.race_id),
    drawCommitment: row.draw_commitment ?? undefined,
    scoredCount: row.scored_count,
    outcome: undefined,
    reason: row.reason ?? undefined,
    since: instant(row.since),
  };
}

async function readRacers(reader: ArenaQueries, raceId: string): Promise<Racer[]> {
  const rows = await reader
    .selectFrom('racers')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'racers.agent_version_id')
    .select(['racers.agent_version_id', 'racers.hotkey', 'qualification_type', 'qualifying_score', 'submitted_at'])
    .where('race_id', '=', raceId)
    .execute();
  return rows.map((row) => ({
    agentVersionId: row.agent_version_id,
    hotkey: row.hotkey,
    qualifyingScore: row.qualifying_score,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(row.submitted_at),
    type: row.qualification_type,
    racing: true,
    outrankedBy: null,
  }));
}
