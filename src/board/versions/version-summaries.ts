import type { Selectable } from 'kysely';
import {
  type ItemRun,
  runsOfItems,
  type Tally,
  tallyOf,
  type VersionState,
  versionState,
  type WorkItem,
} from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import type { ArenaTables } from '../../arena/tables.ts';

type Version = Selectable<ArenaTables['agent_versions']>;
type Entry = Selectable<ArenaTables['entries']>;

/** The facts about one version that several views share. */
export interface VersionSummary {
  readonly version: Version & { readonly agent_name: string };
  readonly isBanned: boolean;
  /** The active suite if the version is entered for it, otherwise the newest suite that it is entered for. */
  readonly suiteId: number | null;
  readonly entry: Entry | null;
  /** The newest qualifying round on that suite, with its runs. */
  readonly item: WorkItem | null;
  readonly runs: readonly ItemRun[];
  readonly tally: Tally;
  readonly state: VersionState;
}

/** Summaries by version id, for the given suite; unknown versions are left out. */
export async function readVersionSummaries(
  reader: ArenaQueries,
  versionIds: readonly string[],
  onSuite?: number,
): Promise<ReadonlyMap<string, VersionSummary>> {
  if (versionIds.length === 0) return new Map();
  const versions = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .selectAll('version')
    .select(['agents.name as agent_name', 'bans.hotkey as banned_hotkey'])
    .where('version.agent_version_id', 'in', versionIds)
    .execute();
  const entries = await reader.selectFrom('entries').selectAll().where('agent_version_id', 'in', versionIds).execute();
  const items = await reader
    .selectFrom('work_items')
    .selectAll()
    .where('agent_version_id', 'in', versionIds)
    .where('phase', '=', 'QUALIFYING')
    .orderBy('round', 'desc')
    .execute();
  const active = await reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).executeTakeFirst();
  const entriesOf = Map.groupBy(entries, ({ agent_version_id }) => agent_version_id);
  const itemsOf = Map.groupBy(items, ({ agent_version_id }) => agent_version_id);
  const chosen = versions.map(({ banned_hotkey, ...version }) => {
    const ownEntries = entriesOf.get(version.agent_version_id) ?? [];
    const ownItems = itemsOf.get(version.agent_version_id) ?? [];
    const suiteId = onSuite ?? suiteOf([...ownEntries, ...ownItems], active?.suite_id);
    return {
      version,
      isBanned: banned_hotkey !== null,
      suiteId,
      entry: ownEntries.find(({ suite_id }) => suite_id === suiteId) ?? null,
      item: ownItems.find(({ suite_id }) => suite_id === suiteId) ?? null,
    };
  });
  const runs = await runsOfItems(
    reader,
    chosen.flatMap(({ item }) => (item === null ? [] : [item.work_item_id])),
  );
  return new Map(
    chosen.map((each) => {
      const own = each.item === null ? [] : (runs.get(each.item.work_item_id) ?? []);
      const tally = tallyOf(own);
      return [each.version.agent_version_id, { ...each, runs: own, tally, state: stateOf(each, tally) }];
    }),
  );
}

function stateOf(
  { version, entry, item }: Pick<VersionSummary, 'version' | 'entry' | 'item'>,
  tally: Tally,
): VersionState {
  return versionState({
    cancelled_at: version.cancelled_at,
    discarded_at: entry?.discarded_at ?? null,
    final_score: entry?.final_score ?? null,
    item: item && { closed_at: item.closed_at, active_count: tally.active, success_count: tally.included.length },
  });
}

function suiteOf(places: readonly { readonly suite_id: number }[], active: number | undefined): number | null {
  if (active !== undefined && places.some(({ suite_id }) => suite_id === active)) return active;
  return places.length === 0 ? null : Math.max(...places.map(({ suite_id }) => suite_id));
}
