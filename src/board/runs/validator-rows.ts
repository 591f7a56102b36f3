import { ACTIVE_STATUSES } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { moment, momentOrNull } from '../wire/moment.ts';
import type { ValidatorWire } from '../wire/validator-wire.ts';

/** Validators with their ban, if there is one. */
export function validatorRows(reader: ArenaQueries) {
  return reader
    .selectFrom('validators')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'validators.hotkey').on('bans.role', '=', 'validator'))
    .selectAll('validators')
    .select(['bans.reason as ban_reason', 'bans.banned_at']);
}

export type ValidatorRow = Awaited<ReturnType<ReturnType<typeof validatorRows>['executeTakeFirstOrThrow']>>;

export async function describeValidators(
  reader: ArenaQueries,
  rows: readonly ValidatorRow[],
): Promise<ValidatorWire[]> {
  const running = await runsOf(
    reader,
    rows.map(({ hotkey }) => hotkey),
  );
  return rows.map((row) => {
    const runs = running.get(row.hotkey) ?? [];
    const newest = runs[0];
    return {
      hotkey: row.hotkey,
      name: row.name,
      status: runs.length === 0 ? 'available' : 'evaluating',
      registered_at: moment(row.registered_at),
      last_claim_at: momentOrNull(row.last_claim_at),
      last_seen_at: momentOrNull(row.last_seen_at),
      current_agent:
        newest === undefined
          ? null
          : {
              agent_name: newest.name,
              version_id: newest.agent_version_id,
              version_number: newest.version_number,
              started_at: moment(newest.claimed_at),
            },
      active_runs: runs.length,
      service_versions: row.service_versions,
      identity_url: null,
      identity_image: null,
      identity_description: null,
      cpu_pct: row.cpu_pct,
      ram_pct: row.ram_pct,
      disk_pct: row.disk_pct,
      docker_container_count: row.docker_container_count,
      metrics_reported_at: momentOrNull(row.metrics_at),
    };
  });
}

/** What each of them is at, the newest first. */
async function runsOf(reader: ArenaQueries, hotkeys: readonly string[]) {
  if (hotkeys.length === 0) return new Map<string, never>();
  const rows = await reader
    .selectFrom('runs')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['runs.validator_hotkey', 'runs.claimed_at', 'version.agent_version_id', 'version.version_number'])
    .select('agents.name')
    .where('runs.validator_hotkey', 'in', hotkeys)
    .where('runs.status', 'in', ACTIVE_STATUSES)
    .orderBy('runs.claimed_at', 'desc')
    .orderBy('runs.run_id')
    .execute();
  return Map.groupBy(rows, ({ validator_hotkey }) => validator_hotkey);
}
