import type { ArenaQueries } from '../../arena/race.ts';

/** Runs with the columns that decide who may see what of them. To be filtered, ordered and executed. */
export function runRows(reader: ArenaQueries) {
  return reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .selectAll('runs')
    .select([
      'item.suite_id',
      'item.phase',
      'item.closed_at',
      'races.race_id',
      'races.race_number',
      'races.state as race_state',
      'version.hotkey as miner_hotkey',
      'version.version_number',
      'version.released_at',
      'version.code_sha256',
      'agents.name as agent_name',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('item_twins as twin')
          .select('twin.problem_id')
          .whereRef('twin.work_item_id', '=', 'item.work_item_id'),
      ).as('has_twins'),
    );
}

export type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['executeTakeFirstOrThrow']>>;
