import { queueLine, readValidatorCapacity } from '../../arena/queue.ts';
import { type ArenaQueries, areScoresPublic, type RaceRow, raceStatusOf } from '../../arena/race.ts';
import { mean, standardDeviation } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { projectedFinish } from '../versions/projected-finish.ts';
import type { RaceWire } from '../wire/race-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';

const DIGITS = 6;

export interface TopHalf {
  readonly mean: number;
  readonly deviation: number;
}

/** The better half of the scores, rounded up; `undefined` if no racer finished. */
export function topHalf(scores: readonly number[]): TopHalf | undefined {
  if (scores.length === 0) return undefined;
  const best = scores.toSorted((one, other) => other - one).slice(0, Math.ceil(scores.length / 2));
  return { mean: pythonRound(mean(best), DIGITS), deviation: pythonRound(standardDeviation(best), DIGITS) };
}

/** Races as shown publicly: for a running race, no score and nothing derived from scores. */
export async function racesToWire(reader: ArenaQueries, races: readonly RaceRow[], now: number): Promise<RaceWire[]> {
  if (races.length === 0) return [];
  const raceIds = races.map(({ race_id }) => race_id);
  const racers = await reader
    .selectFrom('racers')
    .select(['race_id', 'race_score'])
    .where('race_id', 'in', raceIds)
    .execute();
  const racersOf = Map.groupBy(racers, ({ race_id }) => race_id);
  const names = await winnerNames(reader, raceIds);
  const wire: RaceWire[] = [];
  for (const race of races) {
    const own = racersOf.get(race.race_id) ?? [];
    const isPublic = areScoresPublic(race.state);
    const scores = own.map(({ race_score }) => race_score).filter((score) => score !== null);
    const half = isPublic ? topHalf(scores) : undefined;
    wire.push({
      race_id: race.race_id,
      suite_id: race.suite_id,
      race_number: race.race_number,
      status: raceStatusOf(race.state),
      state: race.state,
      state_since: toTimestamp(race.since),
      qualifying_opens_at: toTimestamp(race.opens_at),
      qualifying_closes_at: toTimestamp(race.closes_at),
      race_started_at: toTimestampOrNull(race.started_at),
      race_completed_at: toTimestampOrNull(race.completed_at),
      winner_agent_version_id: isPublic ? race.winner_version_id : null,
      winner_agent_name: isPublic ? (names.get(race.race_id) ?? null) : null,
      winner_score: isPublic ? race.winner_score : null,
      incumbent_agent_version_id: race.incumbent_version_id,
      qualifying_threshold: race.qualifying_threshold,
      qualifier_count: own.length,
      scored_count: race.scored_count,
      top50_mean: half?.mean ?? null,
      top50_std: half?.deviation ?? null,
      created_at: toTimestamp(race.created_at),
      projected_completion_at: await expectedEnd(reader, race, now),
      draw_commitment: race.draw_commitment,
      reason: race.reason,
    });
  }
  return wire;
}

async function winnerNames(reader: ArenaQueries, raceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .selectFrom('races')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'races.winner_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['races.race_id', 'agents.name'])
    .where('races.race_id', 'in', raceIds)
    .execute();
  return new Map(rows.map(({ race_id, name }) => [race_id, name]));
}

async function expectedEnd(reader: ArenaQueries, race: RaceRow, now: number): Promise<string | null> {
  if (race.state !== 'race_running') return null;
  const line = (await queueLine(reader)).filter(({ race_id }) => race_id === race.race_id);
  const runs = line.reduce((sum, item) => sum + Math.max(0, item.required_successes - item.success_count), 0);
  return projectedFinish(await readValidatorCapacity(reader, now), runs, now);
}
