import type { Arena } from '../arena/arena.ts';
import { type ArenaQueries, areScoresPublic, raceStatusOf } from '../arena/race.ts';
import { Fault } from '../fault/fault.ts';
import { entryInterval } from './leaderboard/score-interval.ts';
import { readCompetitionState } from './races/competition-state.ts';
import { publishedRaceScoresOf } from './races/published-race-scores.ts';
import { versionPhase } from './versions/version-phase.ts';
import { readVersionSummaries } from './versions/version-summaries.ts';
import type { Viewer } from './viewer.ts';
import type { HotkeyPageWire } from './wire/hotkey-wire.ts';
import type { PageQuery } from './wire/paging.ts';
import { toTimestamp, toTimestampOrNull } from './wire/timestamp.ts';

/**
 * All public information about a contestant in one answer; for the owner, also when the next submission is possible.
 */
export async function hotkeyPage(
  arena: Arena,
  hotkey: string,
  page: PageQuery,
  viewer: Viewer,
): Promise<HotkeyPageWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const contestant = await reader
      .selectFrom('contestants')
      .selectAll()
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    if (contestant === undefined) {
      throw new Fault('MINER_NOT_FOUND', { message: 'This hotkey has never submitted anything.' });
    }
    const ban = await reader
      .selectFrom('bans')
      .select('reason')
      .where('hotkey', '=', hotkey)
      .where('role', '=', 'miner')
      .executeTakeFirst();
    const profile = await reader
      .selectFrom('profiles')
      .select(['name', 'link'])
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    const isOwner = viewer.isAdmin || viewer.hotkey === hotkey;
    const agents = await agentsOf(reader, hotkey, page);
    return {
      hotkey,
      name: profile?.name ?? null,
      link: profile?.link ?? null,
      is_banned: ban !== undefined,
      ban_reason: ban?.reason ?? null,
      first_seen_at: toTimestamp(contestant.first_seen_at),
      last_submitted_at: toTimestampOrNull(contestant.last_submitted_at),
      next_allowed_at:
        isOwner && contestant.next_allowed_at > arena.now() ? toTimestamp(contestant.next_allowed_at) : null,
      ...page,
      totals: await totalsOf(reader, hotkey),
      agents,
      versions: await versionsOf(reader, arena, hotkey, page),
      races: await racesOf(reader, hotkey, page),
      reigns: await championPeriodsOf(reader, hotkey, page),
    };
  });
}

async function totalsOf(reader: ArenaQueries, hotkey: string): Promise<HotkeyPageWire['totals']> {
  const count = async (table: 'agents' | 'agent_versions' | 'racers' | 'tops'): Promise<number> => {
    const { total } = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('hotkey', '=', hotkey)
      .executeTakeFirstOrThrow();
    return total;
  };
  return {
    agents: await count('agents'),
    versions: await count('agent_versions'),
    races: await count('racers'),
    reigns: await count('tops'),
  };
}

async function agentsOf(
  reader: ArenaQueries,
  hotkey: string,
  { limit, offset }: PageQuery,
): Promise<HotkeyPageWire['agents']> {
  const rows = await reader
    .selectFrom('agents')
    .select(['agent_id', 'name as agent_name', 'created_at'])
    .where('hotkey', '=', hotkey)
    .orderBy('created_at', 'desc')
    .orderBy('agent_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...row, created_at: toTimestamp(row.created_at) }));
}

async function versionsOf(
  reader: ArenaQueries,
  arena: Arena,
  hotkey: string,
  { limit, offset }: PageQuery,
): Promise<HotkeyPageWire['versions']> {
  const rows = await reader
    .selectFrom('agent_versions')
    .select('agent_version_id')
    .where('hotkey', '=', hotkey)
    .orderBy('submitted_at', 'desc')
    .orderBy('agent_version_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ agent_version_id }) => agent_version_id);
  const sheets = await readVersionSummaries(reader, ids);
  const contest = await readCompetitionState(reader, arena, [hotkey]);
  const raced = await publishedRaceScoresOf(reader, ids);
  return ids.map((id) => {
    const sheet = sheets.get(id)!;
    const { version, entry, state, tally } = sheet;
    return {
      agent_version_id: id,
      agent_id: version.agent_id,
      agent_name: version.agent_name,
      version_number: version.version_number,
      submitted_at: toTimestamp(version.submitted_at),
      state,
      phase: versionPhase(sheet, contest),
      final_score: entry?.final_score ?? null,
      score_interval: entryInterval(tally.included, entry),
      race_score: raced.get(id) ?? null,
      release_state: version.released_at === null ? 'HIDDEN' : 'RELEASED',
      code_available_at: toTimestampOrNull(version.release_at),
    };
  });
}

async function racesOf(
  reader: ArenaQueries,
  hotkey: string,
  { limit, offset }: PageQuery,
): Promise<HotkeyPageWire['races']> {
  const rows = await reader
    .selectFrom('racers')
    .innerJoin('races', 'races.race_id', 'racers.race_id')
    .select(['races.race_id', 'races.race_number', 'races.state', 'racers.agent_version_id', 'qualification_type'])
    .select(['qualifying_score', 'race_score', 'race_rank', 'races.winner_version_id', 'races.incumbent_version_id'])
    .where('racers.hotkey', '=', hotkey)
    .orderBy('races.race_number', 'desc')
    .orderBy('racers.agent_version_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ state, race_score, race_rank, winner_version_id, incumbent_version_id, ...row }) => ({
    ...row,
    status: raceStatusOf(state),
    race_score: areScoresPublic(state) ? race_score : null,
    race_rank: areScoresPublic(state) ? race_rank : null,
    outcome:
      state === 'promoted'
        ? outcomeOf(row.agent_version_id, race_score, { winner: winner_version_id, incumbent: incumbent_version_id })
        : null,
  }));
}

interface Decided {
  readonly winner: string | null;
  readonly incumbent: string | null;
}

function outcomeOf(
  version: string,
  raceScore: number | null,
  { winner, incumbent }: Decided,
): HotkeyPageWire['races'][number]['outcome'] {
  if (version === winner) return version === incumbent ? 'stayed champion' : 'became champion';
  if (version === incumbent && winner !== null) return 'was replaced';
  return raceScore === null ? 'did not finish' : 'did not win';
}

async function championPeriodsOf(
  reader: ArenaQueries,
  hotkey: string,
  { limit, offset }: PageQuery,
): Promise<HotkeyPageWire['reigns']> {
  const rows = await reader
    .selectFrom('tops')
    .select(['reign', 'agent_version_id', 'suite_id', 'score', 'crowned_at', 'ended_at'])
    .where('hotkey', '=', hotkey)
    .orderBy('reign', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    ...row,
    crowned_at: toTimestamp(row.crowned_at),
    ended_at: toTimestampOrNull(row.ended_at),
  }));
}
