import type { Top } from '../crown/current-top.ts';
import type { Candidate, QualifyingInput } from '../race/qualify.ts';
import type { ArenaQueries, RaceRow } from '../race/stored-race.ts';

/**
 * What the close of qualifying would go by, narrowed to some contestants. Whether a version qualifies hangs on its own
 * contestant's versions and on the incumbent's score and on nobody else, so a page about ten need not read ten thousand.
 * A test holds it to what the close itself reads.
 */
export async function readQualifyingInputOf(
  reader: ArenaQueries,
  hotkeys: readonly string[],
  race: Pick<RaceRow, 'suite_id' | 'closes_at'>,
  top: Top | undefined,
): Promise<QualifyingInput> {
  const incumbent = top === undefined ? null : await readIncumbent(reader, top, race.suite_id);
  if (hotkeys.length === 0) return { candidates: [], incumbent, pins: new Map() };
  const rows = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('entries', 'entries.agent_version_id', 'version.agent_version_id')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .select(['version.agent_version_id', 'version.hotkey', 'version.submitted_at', 'entries.final_score'])
    .where('version.hotkey', 'in', hotkeys)
    .where('version.cancelled_at', 'is', null)
    .where('entries.suite_id', '=', race.suite_id)
    .where('entries.final_score', 'is not', null)
    .where('entries.eligible_at', '<=', race.closes_at)
    .where('entries.discarded_at', 'is', null)
    .where('entries.eliminated_at', 'is', null)
    .where('bans.hotkey', 'is', null)
    .execute();
  const pins = await reader.selectFrom('race_pins').selectAll().where('hotkey', 'in', hotkeys).execute();
  return {
    candidates: rows.map(candidateOf),
    incumbent,
    pins: new Map(pins.map(({ hotkey, agent_version_id }) => [hotkey, agent_version_id])),
  };
}

async function readIncumbent(reader: ArenaQueries, top: Top, suiteId: number): Promise<Candidate | null> {
  const version = await reader
    .selectFrom('agent_versions as version')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'version.agent_version_id').on('entries.suite_id', '=', suiteId),
    )
    .select(['version.agent_version_id', 'version.hotkey', 'version.submitted_at', 'version.cancelled_at'])
    .select(['entries.final_score', 'entries.eliminated_at', 'entries.suite_id'])
    .where('version.agent_version_id', '=', top.agentVersionId)
    .executeTakeFirstOrThrow();
  const isEntered = version.suite_id !== null;
  const isBarred = isEntered && (version.eliminated_at !== null || version.cancelled_at !== null);
  return isBarred ? null : candidateOf(version);
}

function candidateOf(version: {
  readonly agent_version_id: string;
  readonly hotkey: string;
  readonly submitted_at: number;
  readonly final_score: number | null;
}): Candidate {
  return {
    agentVersionId: version.agent_version_id,
    hotkey: version.hotkey,
    qualifyingScore: version.final_score ?? 0,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(version.submitted_at),
  };
}
