import type { Transaction } from 'kysely';
import { json } from '../../store/database.ts';
import { cutText } from '../../text/cut-text.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { WorkReport } from '../wire/work-wire.ts';
import { type RequestProof, signedColumns } from './note-signed-request.ts';
import { notePresence } from './presence.ts';

const DEFAULT_CONCURRENT_RUNS = 1;
const MOST_SERVICES = 10;
const MOST_NAME = 64;
const MOST_VERSION = 128;

/** Records that a validator asked for work, and registers it if it is new. */
export async function noteClaim(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  report: WorkReport | undefined,
  now: number,
): Promise<{ readonly maxConcurrentRuns: number }> {
  const seen = { last_claim_at: now, last_seen_at: now, ...metricsOf(report, now) };
  const { max_concurrent_runs } = await transaction
    .insertInto('validators')
    .values({ hotkey, registered_at: now, max_concurrent_runs: DEFAULT_CONCURRENT_RUNS, ...seen })
    .onConflict((conflict) => conflict.column('hotkey').doUpdateSet(seen))
    .returning('max_concurrent_runs')
    .executeTakeFirstOrThrow();
  await notePresence(transaction, hotkey, now);
  return { maxConcurrentRuns: max_concurrent_runs };
}

/** Records that a validator is alive, with its signed request if there is one. */
export async function noteSign(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  report: WorkReport | undefined,
  now: number,
  proof?: RequestProof,
): Promise<void> {
  await transaction
    .updateTable('validators')
    .set({
      last_seen_at: now,
      ...metricsOf(report, now),
      ...(proof !== undefined && signedColumns(proof, now)),
    })
    .where('hotkey', '=', hotkey)
    .execute();
  await notePresence(transaction, hotkey, now);
}

/** Service versions from a report, truncated; `undefined` if there are none. */
export function serviceVersionsOf(report: WorkReport | undefined): Record<string, string> | undefined {
  const services = Object.entries(report?.service_versions ?? {}).slice(0, MOST_SERVICES);
  if (services.length === 0) return undefined;
  return Object.fromEntries(
    services.map(([name, version]) => [cutText(name, MOST_NAME), cutText(version, MOST_VERSION)]),
  );
}

/** Only the columns that the report contains; the others keep their values. */
function metricsOf(report: WorkReport | undefined, now: number) {
  const services = serviceVersionsOf(report);
  const { cpu_pct, ram_pct, disk_pct, docker_container_count } = report ?? {};
  const metrics = {
    ...(services !== undefined && { service_versions: json(services) }),
    ...(cpu_pct != null && { cpu_pct: percent(cpu_pct) }),
    ...(ram_pct != null && { ram_pct: percent(ram_pct) }),
    ...(disk_pct != null && { disk_pct: percent(disk_pct) }),
    ...(docker_container_count != null && { docker_container_count }),
  };
  return Object.keys(metrics).length === 0 ? {} : { ...metrics, metrics_at: now };
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, value));
}
