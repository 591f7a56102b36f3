import type { OpenedArena } from '../../src/server/start/open-arena.ts';

export interface ArenaCounts {
  readonly versions: number;
  readonly runs: number;
  /** Counts by status; `closings` counts closed items by reason. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly closings: Readonly<Record<string, number>>;
  readonly results: number;
  readonly events: number;
}

export async function countArena({ database: { reader } }: OpenedArena): Promise<ArenaCounts> {
  const count = async (table: 'agent_versions' | 'problem_results' | 'events') => {
    const row = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  };
  const runs = await reader
    .selectFrom('runs')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const items = await reader
    .selectFrom('work_items')
    .select(({ fn }) => ['close_reason', fn.countAll<number>().as('count')])
    .groupBy('close_reason')
    .execute();
  return {
    versions: await count('agent_versions'),
    runs: runs.reduce((sum, row) => sum + row.count, 0),
    statuses: Object.fromEntries(runs.map((row) => [row.status, row.count])),
    closings: Object.fromEntries(items.map((row) => [row.close_reason ?? 'open', row.count])),
    results: await count('problem_results'),
    events: await count('events'),
  };
}
