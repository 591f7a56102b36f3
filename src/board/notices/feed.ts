import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { objectOf, textOf } from '../../json/json-object.ts';
import type { Event } from '../../store/database.ts';
import { toTimestamp } from '../wire/timestamp.ts';

/** One entry of a feed. */
export interface FeedEntry {
  /** Unique, and never changes. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly updated: string;
  /** Path of the page about it. */
  readonly path: string;
}

const MOST_ENTRIES = 50;
/** A feed searches only this many of the newest events. */
const MOST_READ = 200_000;
const MOST_VERSIONS = 100;
const MOST_RUNS = 300;

const ARENA_KINDS: Readonly<Record<string, string>> = {
  'race.opened': 'Qualifying opened',
  'race.closed': 'Qualifying closed',
  'race.promoted': 'Race decided',
  'race.cancelled': 'Race cancelled',
  'race.uncontested': 'Race cancelled: too few racers',
  'crown.passed': 'New champion',
  'code.released': 'Code released',
  'suite.activated': 'New suite',
  'corpus.published': 'Corpus published',
};

const CONTESTANT_KINDS: Readonly<Record<string, string>> = {
  'run.completed': 'Run finished',
  'run.invalidated': 'Run invalidated',
  'version.queued': 'Queued',
  'version.eligible': 'Scored',
  'version.memorises': 'Marked as memorising',
  'version.discarded': 'Removed from the leaderboard',
  'version.cancelled': 'Cancelled',
  'crown.passed': 'New champion',
  'code.released': 'Code released',
};

/** Public events of the arena, such as race results, a new champion or a new suite, newest first. */
export async function arenaFeed({ database }: Pick<Arena, 'database'>): Promise<FeedEntry[]> {
  return await database.withSnapshot(async (reader) => {
    const head = await reader
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const rows = await feedEvents(reader, ARENA_KINDS)
      .where('sequence', '>', Math.max(0, (head?.sequence ?? 0) - MOST_READ))
      .execute();
    return rows.map((row) => entryOf({ ...row, when: row.happened_at }, ARENA_KINDS));
  });
}

/** Events of one contestant's versions and their runs, newest first. */
export async function contestantFeed({ database }: Pick<Arena, 'database'>, hotkey: string): Promise<FeedEntry[]> {
  return await database.withSnapshot(async (reader) => {
    const versions = await reader
      .selectFrom('agent_versions')
      .select('agent_version_id')
      .where('hotkey', '=', hotkey)
      .orderBy('submitted_at', 'desc')
      .limit(MOST_VERSIONS)
      .execute();
    const ids = versions.map(({ agent_version_id }) => agent_version_id);
    if (ids.length === 0) return [];
    const runs = await reader
      .selectFrom('runs')
      .select('run_id')
      .where('agent_version_id', 'in', ids)
      .orderBy('claimed_at', 'desc')
      .limit(MOST_RUNS)
      .execute();
    const subjects = [...ids.map((id) => `version ${id}`), ...runs.map(({ run_id }) => `run ${run_id}`)];
    const rows = await feedEvents(reader, CONTESTANT_KINDS).where('subject', 'in', subjects).execute();
    return rows.map((row) => entryOf({ ...row, when: row.happened_at }, CONTESTANT_KINDS));
  });
}

function feedEvents(reader: ArenaQueries, kinds: Readonly<Record<string, string>>) {
  return reader
    .selectFrom('events')
    .selectAll()
    .where('what', 'in', Object.keys(kinds))
    .orderBy(sql`sequence`, 'desc')
    .limit(MOST_ENTRIES);
}

function entryOf(event: Event, kinds: Readonly<Record<string, string>>): FeedEntry {
  const { hash, what, why, subject, when } = event;
  const data = objectOf(event.data);
  const name = textOf(data.agent_name);
  const versionId = textOf(data.agent_version_id);
  const raceId = textOf(data.race_id);
  const about = name ?? subject;
  return {
    id: `urn:sha256:${hash}`,
    title: `${kinds[what]}: ${about}`,
    text: why,
    updated: toTimestamp(when),
    path:
      versionId !== undefined
        ? `/agents/${encodeURIComponent(versionId)}`
        : raceId !== undefined
          ? `/races/${encodeURIComponent(raceId)}`
          : `/ledger?about=${encodeURIComponent(subject)}`,
  };
}
