import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { discloseProblem } from '../../arena/secrecy.ts';
import { problemState } from '../attempts/problem-state.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import type { OwnIdsWire } from '../wire/own-ids-wire.ts';

/** More than one match is ambiguous, and a few are enough to show that. */
const MOST = 10;
/** Attempts that are looked at. Some of them may be hidden, such as twins. */
const MOST_CANDIDATES = 200;
const SUMMARY = sql<string>`cast(result.summary as text)`;
const NONE_RETIRED: ReadonlySet<string> = new Set();

/**
 * Versions of a contestant, and attempts whose logs the contestant may read, by a prefix of their ids: hexadecimal
 * digits and hyphens, none of which is special in LIKE.
 */
export async function ownIds(
  { database }: Pick<Arena, 'database'>,
  hotkey: string,
  prefix: string,
): Promise<OwnIdsWire> {
  return await database.withSnapshot(async (reader) => ({
    versions: await versionsWith(reader, hotkey, prefix),
    attempts: await attemptsWith(reader, hotkey, prefix),
  }));
}

async function versionsWith(reader: ArenaQueries, hotkey: string, prefix: string): Promise<OwnIdsWire['versions']> {
  return await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['version.agent_version_id', 'agents.name as agent_name', 'version.version_number'])
    .where('version.hotkey', '=', hotkey)
    .where('version.agent_version_id', 'like', `${prefix}%`)
    .orderBy('version.agent_version_id')
    .limit(MOST)
    .execute();
}

async function attemptsWith(reader: ArenaQueries, hotkey: string, prefix: string): Promise<OwnIdsWire['attempts']> {
  const rows = await reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .select(['result.run_id', 'result.problem_id', 'result.summary', 'runs.work_item_id', 'runs.agent_version_id'])
    .select('version.released_at')
    .where('version.hotkey', '=', hotkey)
    .where('item.phase', '=', 'QUALIFYING')
    // Databases write JSON with or without a space after the colon.
    .where((where) =>
      where.or(['"attempt_id":"', '"attempt_id": "'].map((key) => where(SUMMARY, 'like', `%${key}${prefix}%`))),
    )
    .orderBy('result.run_id')
    .orderBy('result.problem_id')
    .limit(MOST_CANDIDATES)
    .execute();
  const attempts: OwnIdsWire['attempts'] = [];
  for (const { run_id, problem_id, summary, work_item_id, agent_version_id, released_at } of rows) {
    const attempt_id = summary?.attempt_id;
    if (typeof attempt_id !== 'string' || !attempt_id.startsWith(prefix)) continue;
    const viewer = { hotkey, isAdmin: false };
    // Excludes twins, which are hidden from the version's owner too.
    const known = await visibleProblems(reader, { agent_version_id, hotkey }, {}, viewer)
      .where('item.work_item_id', '=', work_item_id)
      .where('problem.problem_id', '=', problem_id)
      .executeTakeFirst();
    if (known === undefined) continue;
    if (!discloseProblem(problemState(known, { hotkey, released_at }, NONE_RETIRED), viewer).logs) continue;
    attempts.push({ attempt_id, eval_run_id: run_id, problem_id, agent_version_id });
    if (attempts.length === MOST) break;
  }
  return attempts;
}
