import type { Arena } from '../../arena/arena.ts';
import { runsOfItems, tallyOf } from '../../arena/queue.ts';
import type { ArenaQueries, RaceRow } from '../../arena/race.ts';
import { findRace } from '../races/find-race.ts';
import type { RaceDiagnosticsWire } from '../wire/admin-races-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { raceSummary } from './admin-races.ts';

/** Details of one race, for finding out why it does not end. */
export async function raceDiagnostics(
  { database }: Pick<Arena, 'database'>,
  raceId: string,
): Promise<RaceDiagnosticsWire> {
  return await database.withSnapshot(async (reader) => {
    const race = await findRace(reader, raceId);
    return {
      ...raceSummary(race),
      qualifying_threshold: race.qualifying_threshold,
      incumbent_agent_version_id: race.incumbent_version_id,
      draw_commitment: race.draw_commitment,
      problem_seed: seedOf(race),
      problem_count: await problemCount(reader, race),
      scored_count: race.scored_count,
      reason: race.reason,
      qualifiers: await qualifiersOf(reader, race),
      work_items: await itemsOf(reader, raceId),
      exposures: await exposuresOf(reader, raceId),
    };
  });
}

function seedOf({ draw }: RaceRow): string | null {
  const seed = typeof draw === 'object' && draw !== null && 'seed' in draw ? draw.seed : null;
  return typeof seed === 'string' ? seed : null;
}

async function problemCount(reader: ArenaQueries, { set_id }: RaceRow): Promise<number> {
  if (set_id === null) return 0;
  const set = await reader.selectFrom('problem_sets').select('size').where('set_id', '=', set_id).executeTakeFirst();
  return set?.size ?? 0;
}

async function qualifiersOf(reader: ArenaQueries, race: RaceRow): Promise<RaceDiagnosticsWire['qualifiers']> {
  const rows = await reader
    .selectFrom('racers')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'racers.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'racers.agent_version_id').on('entries.suite_id', '=', race.suite_id),
    )
    .select(['racers.agent_version_id', 'qualification_type', 'agents.name as agent_name'])
    .select(['racers.hotkey as miner_hotkey', 'version.version_number', 'qualifying_score', 'race_score', 'race_rank'])
    .select('entries.eliminated_at')
    .where('race_id', '=', race.race_id)
    .orderBy('race_score', (order) => order.desc().nullsLast())
    .orderBy('racers.agent_version_id')
    .execute();
  return rows.map((row) => ({ ...row, eliminated_at: toTimestampOrNull(row.eliminated_at) }));
}

async function itemsOf(reader: ArenaQueries, raceId: string): Promise<RaceDiagnosticsWire['work_items']> {
  const items = await reader
    .selectFrom('work_items as item')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'item.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .selectAll('item')
    .select('agents.name as agent_name')
    .where('race_id', '=', raceId)
    .orderBy('queued_at')
    .orderBy('work_item_id')
    .execute();
  const runs = await runsOfItems(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  return items.map((item) => {
    const { included, active, failed } = tallyOf(runs.get(item.work_item_id) ?? []);
    return {
      work_item_id: item.work_item_id,
      agent_version_id: item.agent_version_id,
      agent_name: item.agent_name,
      phase: item.phase,
      is_closed: item.closed_at !== null,
      is_cancelled: item.close_reason === 'cancelled',
      close_reason: item.close_reason,
      included_success_count: included.length,
      active_count: active,
      failed_count: failed,
      required_successes: item.required_successes,
    };
  });
}

async function exposuresOf(reader: ArenaQueries, raceId: string): Promise<RaceDiagnosticsWire['exposures']> {
  const rows = await reader
    .selectFrom('exposures')
    .select(['agent_version_id', 'validator_hotkey', 'exposed_at'])
    .where('race_id', '=', raceId)
    .orderBy('exposed_at')
    .orderBy('agent_version_id')
    .orderBy('validator_hotkey')
    .execute();
  return rows.map((row) => ({ ...row, exposed_at: toTimestamp(row.exposed_at) }));
}
