import type { Arena } from '../../arena/arena.ts';
import { trustOfValidators, type ValidatorTrust } from '../../arena/audit.ts';
import { ACTIVE_STATUSES } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { isLoadPublic } from '../../arena/secrecy.ts';
import type { Viewer } from '../viewer.ts';
import type { ValidatorAuditWire } from '../wire/audit-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import type { ValidatorWire } from '../wire/validator-wire.ts';
import { readPresence, uptimePeriod } from './uptime.ts';

/** Validators with their ban and exclusion, if any. */
export function validatorRows(reader: ArenaQueries) {
  return reader
    .selectFrom('validators')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'validators.hotkey').on('bans.role', '=', 'validator'))
    .leftJoin('exclusions', (join) =>
      join.onRef('exclusions.hotkey', '=', 'validators.hotkey').on('exclusions.lifted_at', 'is', null),
    )
    .leftJoin('profiles', 'profiles.hotkey', 'validators.hotkey')
    .selectAll('validators')
    .select(['profiles.name as own_name', 'profiles.link'])
    .select(['bans.reason as ban_reason', 'bans.banned_at', 'exclusions.reason as excluded_reason']);
}

export type ValidatorRow = Awaited<ReturnType<ReturnType<typeof validatorRows>['executeTakeFirstOrThrow']>>;

export async function describeValidators(
  reader: ArenaQueries,
  rows: readonly ValidatorRow[],
  viewer: Viewer,
  { policy, now }: Pick<Arena, 'policy' | 'now'>,
): Promise<ValidatorWire[]> {
  const trusts = await trustOfValidators(reader, policy.audit, now());
  const hotkeys = rows.map(({ hotkey }) => hotkey);
  const running = await runsOf(reader, hotkeys);
  const lastDay = { now: now(), days: 1 };
  const presence = await readPresence(reader, hotkeys, lastDay);
  return rows.map((row) => {
    const runs = running.get(row.hotkey) ?? [];
    const newest = runs[0];
    const isLoadShown = viewer.isAdmin || runs.every(({ phase }) => isLoadPublic(phase));
    return {
      hotkey: row.hotkey,
      // The operator's name for it is used if it has not set one.
      name: row.own_name ?? row.name,
      status: runs.length === 0 ? 'available' : 'evaluating',
      registered_at: toTimestamp(row.registered_at),
      last_claim_at: toTimestampOrNull(row.last_claim_at),
      last_seen_at: toTimestampOrNull(row.last_seen_at),
      uptime_24_hours: uptimePeriod(presence, row, lastDay).share,
      current_agent:
        newest === undefined
          ? null
          : {
              agent_name: newest.name,
              version_id: newest.agent_version_id,
              version_number: newest.version_number,
              started_at: toTimestamp(newest.claimed_at),
            },
      active_runs: runs.length,
      service_versions: row.service_versions,
      identity_url: row.link,
      identity_image: null,
      identity_description: null,
      cpu_pct: isLoadShown ? row.cpu_pct : null,
      ram_pct: isLoadShown ? row.ram_pct : null,
      disk_pct: isLoadShown ? row.disk_pct : null,
      docker_container_count: isLoadShown ? row.docker_container_count : null,
      metrics_reported_at: isLoadShown ? toTimestampOrNull(row.metrics_at) : null,
      audit: auditOf(trusts.get(row.hotkey), row.excluded_reason),
    };
  });
}

function auditOf(trust: ValidatorTrust | undefined, reason: string | null): ValidatorAuditWire {
  const isExcluded = reason !== null;
  return {
    // An exclusion lasts until an operator lifts it, however old its cause.
    trust: isExcluded ? 0 : (trust?.trust ?? 1),
    is_excluded: isExcluded,
    excluded_reason: reason,
    problems_regraded: trust?.regraded.problems ?? 0,
    regrades_differ: trust?.regraded.differ ?? 0,
    problems_rerun: trust?.rerun.problems ?? 0,
    reruns_differ: trust?.rerun.differ ?? 0,
    runs_with_forged_evidence: trust?.forged ?? 0,
  };
}

/** Active runs of each validator, newest first. */
async function runsOf(reader: ArenaQueries, hotkeys: readonly string[]) {
  if (hotkeys.length === 0) return new Map<string, never>();
  const rows = await reader
    .selectFrom('runs')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['runs.validator_hotkey', 'runs.claimed_at', 'version.agent_version_id', 'version.version_number'])
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .select(['agents.name', 'item.phase'])
    .where('runs.validator_hotkey', 'in', hotkeys)
    .where('runs.status', 'in', ACTIVE_STATUSES)
    .orderBy('runs.claimed_at', 'desc')
    .orderBy('runs.run_id')
    .execute();
  return Map.groupBy(rows, ({ validator_hotkey }) => validator_hotkey);
}
