import type { Champion } from '../champion/current-champion.ts';
import type { Candidate, QualifyingInput } from './qualify.ts';
import type { ArenaQueries, RaceRow } from './stored-race.ts';

/**
 * Versions that were scored in time. The time of the close counts, not the time of this query: a version that was
 * scored while the arena was down for an hour after noon is in the next race, as it would have been otherwise.
 *
 * An incumbent without a score on this suite, because the suite is new, counts as having scored nothing: it races, and
 * any score of the others qualifies.
 *
 * Whether a version qualifies depends only on its contestant's versions and on the incumbent, so a page about ten
 * contestants can name them and need not read ten thousand.
 */
export async function readQualifyingInput(
  reader: ArenaQueries,
  race: Pick<RaceRow, 'suite_id' | 'closes_at'>,
  top: Champion | undefined,
  hotkeys?: readonly string[],
): Promise<QualifyingInput> {
  let entries = reader
    .selectFrom('entries')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'entries.agent_version_id')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .select(['version.agent_version_id', 'version.hotkey', 'version.submitted_at', 'entries.final_score'])
    .select(['entries.eligible_at', 'entries.eliminated_at', 'version.cancelled_at'])
    .where('entries.suite_id', '=', race.suite_id)
    .where('entries.discarded_at', 'is', null)
    .where('bans.hotkey', 'is', null);
  if (hotkeys !== undefined) entries = entries.where('version.hotkey', 'in', [...hotkeys, top?.hotkey ?? '']);
  const rows = await entries.execute();
  const fit = rows.filter(({ eliminated_at, cancelled_at }) => eliminated_at === null && cancelled_at === null);
  const scored = fit.filter(
    ({ final_score, eligible_at }) => final_score !== null && eligible_at !== null && eligible_at <= race.closes_at,
  );
  const barred = rows.find((row) => row.agent_version_id === top?.agentVersionId && !fit.includes(row));
  return {
    candidates: scored.map(candidateOf),
    incumbent: top === undefined || barred !== undefined ? null : await incumbentOf(reader, top, race.suite_id),
    pins: await readPins(reader),
  };
}

interface ScoredVersion {
  readonly agent_version_id: string;
  readonly hotkey: string;
  readonly submitted_at: number;
  readonly final_score: number | null;
}

function candidateOf({ agent_version_id, hotkey, submitted_at, final_score }: ScoredVersion): Candidate {
  return {
    agentVersionId: agent_version_id,
    hotkey,
    qualifyingScore: final_score ?? 0,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(submitted_at),
  };
}

async function incumbentOf(reader: ArenaQueries, { agentVersionId }: Champion, suiteId: number): Promise<Candidate> {
  const version = await reader
    .selectFrom('agent_versions as version')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'version.agent_version_id').on('entries.suite_id', '=', suiteId),
    )
    .select(['version.agent_version_id', 'version.hotkey', 'version.submitted_at', 'entries.final_score'])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  return candidateOf(version);
}

async function readPins(reader: ArenaQueries): Promise<ReadonlyMap<string, string>> {
  const pins = await reader.selectFrom('race_pins').select(['hotkey', 'agent_version_id']).execute();
  return new Map(pins.map(({ hotkey, agent_version_id }) => [hotkey, agent_version_id]));
}
