import type { Arena } from '../../arena/arena.ts';
import { isBanned, stopOf } from '../../arena/operator.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { readPage } from '../paging/read-page.ts';
import { type CompetitionState, readCompetitionState } from '../races/competition-state.ts';
import type { MinerAgentsWire } from '../wire/miner-wire.ts';
import type { PageQuery } from '../wire/paging.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { minerVersion } from './miner-version.ts';
import { pinnedVersionOf } from './pinned-version.ts';
import { readVersionSummaries } from './version-summaries.ts';

/** A contestant's own agents, whether it may submit, and which version races. */
export async function minerAgents(arena: Arena, hotkey: string, query: PageQuery): Promise<MinerAgentsWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const list = reader
      .selectFrom('agents')
      .selectAll()
      .where('hotkey', '=', hotkey)
      .orderBy('created_at', 'desc')
      .orderBy('agent_id');
    const { rows: agents, ...page } = await readPage(list, query);
    const latest = await latestVersions(
      reader,
      agents.map(({ agent_id }) => agent_id),
    );
    const contest = await readCompetitionState(reader, arena, [hotkey]);
    const racing = await racingVersion(reader, hotkey, contest);
    const sheets = await readVersionSummaries(reader, [...latest.values(), ...(racing === undefined ? [] : [racing])]);
    const pinned = await pinnedVersionOf(reader, hotkey);
    return {
      ...page,
      agents: agents.map((agent) => {
        const sheet = sheets.get(latest.get(agent.agent_id) ?? '');
        return {
          agent_id: agent.agent_id,
          miner_hotkey: agent.hotkey,
          agent_name: agent.name,
          created_at: toTimestamp(agent.created_at),
          latest_version: sheet === undefined ? null : minerVersion(sheet, contest, pinned),
        };
      }),
      ...(await submissionRight(reader, hotkey, contest, arena.now())),
      default_licence: arena.policy.submissions.licence,
      racing_agent_version_id: racing ?? null,
      racing_agent_id: sheets.get(racing ?? '')?.version.agent_id ?? null,
    };
  });
}

async function latestVersions(reader: ArenaQueries, agentIds: readonly string[]): Promise<Map<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('agent_versions as version')
    .select(['version.agent_id', 'version.agent_version_id'])
    .where('version.agent_id', 'in', agentIds)
    .where('version.version_number', '=', ({ selectFrom }) =>
      selectFrom('agent_versions as other')
        .select(({ fn }) => fn.max<number>('other.version_number').as('newest'))
        .whereRef('other.agent_id', '=', 'version.agent_id'),
    )
    .execute();
  return new Map(rows.map(({ agent_id, agent_version_id }) => [agent_id, agent_version_id]));
}

/** The version that is racing now; if there is none, the one that would race next. */
async function racingVersion(
  reader: ArenaQueries,
  hotkey: string,
  contest: CompetitionState,
): Promise<string | undefined> {
  if (contest.racing.size > 0) {
    const racer = await reader
      .selectFrom('racers')
      .select('agent_version_id')
      .where('race_id', '=', contest.race!.race_id)
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    if (racer !== undefined) return racer.agent_version_id;
  }
  return contest.qualified.find((each) => each.hotkey === hotkey && each.racing)?.agentVersionId;
}

async function submissionRight(
  reader: ArenaQueries,
  hotkey: string,
  contest: CompetitionState,
  now: number,
): Promise<Pick<MinerAgentsWire, 'can_submit' | 'cannot_submit_reason' | 'next_allowed_at'>> {
  const contestant = await reader
    .selectFrom('contestants')
    .select('next_allowed_at')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  const nextAllowedAt = contestant?.next_allowed_at ?? 0;
  const stop = await stopOf(reader, 'submissions', now);
  const reason = (await isBanned(reader, hotkey, 'miner'))
    ? 'This hotkey is banned.'
    : stop !== undefined
      ? `Submissions are stopped by the operator: ${stop.reason}`
      : contest.suiteId === undefined
        ? 'No suite is active.'
        : nextAllowedAt > now
          ? 'The cooldown after the last submission is running.'
          : null;
  return {
    can_submit: reason === null,
    cannot_submit_reason: reason,
    next_allowed_at: nextAllowedAt > now ? toTimestamp(nextAllowedAt) : null,
  };
}
