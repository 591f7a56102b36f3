import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaSecret } from '../../arena/arena-secret.ts';
import { countCredentials } from '../../arena/credentials.ts';
import { LivePolicy } from '../../arena/operator.ts';
import { type ArenaTables, arenaMigrations } from '../../arena/tables.ts';
import { type ChainTables, chainMigrations } from '../../chain/local.ts';
import { Fault } from '../../fault/fault.ts';
import { type IdentityTables, identityMigrations } from '../../identity/stores.ts';
import { type Blobs, FileBlobs, S3Blobs } from '../../store/blobs.ts';
import {
  type Database,
  migrate,
  openDatabase,
  requireMigrated,
  SQLITE_FILE,
  storeMigrations,
  type WatchedQuery,
} from '../../store/database.ts';
import { makePrivateFolder } from '../../store/files.ts';
import { measuredBlobs } from '../metrics/measured-blobs.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import { arenaClock } from './arena-clock.ts';
import { type ArenaConfig, policyFlaw } from './arena-config.ts';
import { readSecret, SECRET_FILE } from './read-secret.ts';

export type ServerTables = ArenaTables & ChainTables & IdentityTables;

export interface OpenedArena extends Arena {
  readonly database: Database<ServerTables>;
  readonly live: LivePolicy;
}

export interface OpenArenaOptions {
  /** Folder for everything that is not in an external database or object storage. */
  readonly folder: string;
  readonly config: ArenaConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Replaces the clock from the configuration. */
  readonly clock?: (() => number) | undefined;
  /** Measures database and blob operations. */
  readonly metrics?: ServerMetrics | undefined;
}

export const ARENA_MIGRATIONS = [storeMigrations, identityMigrations, chainMigrations, arenaMigrations];

/** The records of an arena, without the secrets that only its server needs. */
export type ArenaStorage = Pick<OpenedArena, 'database' | 'blobs' | 'now'>;

/**
 * Opens the data of an existing arena for a program that is not its server: creates no table, folder or secret. Several
 * programs may read it while servers run.
 */
export async function openArenaStorage({
  folder,
  config,
  environment,
  clock,
}: OpenArenaOptions): Promise<ArenaStorage> {
  const isHere = environment.DATABASE_URL !== undefined || existsSync(join(folder, SQLITE_FILE));
  if (!isHere) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no arena in ${folder}.`,
      remedy: 'Name the data folder of `assay serve` with --data, or set DATABASE_URL as for the server.',
    });
  }
  const now = clock ?? arenaClock(join(folder, 'clock.json'), config.clockSpeed);
  const blobs = openBlobs(folder, config, environment);
  const database = (await openDatabase(environment.DATABASE_URL, { folder })).tables<ServerTables>();
  try {
    await requireMigrated(database, ARENA_MIGRATIONS);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, blobs, now };
}

/** Opens the arena's data and migrates its tables to this version. */
export async function openArena({
  folder,
  config,
  environment,
  clock,
  metrics,
}: OpenArenaOptions): Promise<OpenedArena> {
  makePrivateFolder(folder);
  const secret = readSecret(join(folder, SECRET_FILE), environment.ASSAY_SECRET);
  const now = clock ?? arenaClock(join(folder, 'clock.json'), config.clockSpeed);
  const opened = openBlobs(folder, config, environment);
  const blobs = metrics === undefined ? opened : measuredBlobs(opened, metrics);
  const onQuery = metrics && ((query: WatchedQuery) => countQuery(metrics, query));
  const database = (await openDatabase(environment.DATABASE_URL, { folder, onQuery })).tables<ServerTables>();
  const live = new LivePolicy(config.policy, (policy) => policyFlaw(config, policy));
  try {
    await migrate(database, ARENA_MIGRATIONS, now());
    await checkSecret(database, secret);
    await live.refresh(database.reader);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    database,
    blobs,
    live,
    get policy() {
      return config.simulated ? live.current : withoutReruns(live.current);
    },
    secret,
    now,
  };
}

/** Real models are not deterministic, so a rerun would prove nothing about the first run. */
function withoutReruns(policy: ArenaConfig['policy']): ArenaConfig['policy'] {
  return { ...policy, audit: { ...policy.audit, rerunShare: 0 } };
}

/**
 * With a different secret every stored credential is unreadable, but contestants would still be shown as connected.
 * Unreadable webhooks alone are no reason to stop: the old secret may be lost for good, and the rest works. A warning
 * at the start counts them, and the doctor names them.
 */
async function checkSecret({ reader }: Database<ServerTables>, secret: ArenaSecret): Promise<void> {
  const { current, earlier, unreadable } = await countCredentials(reader, secret);
  if (unreadable.length === 0 || current + earlier > 0) return;
  throw new Fault('INPUT_INVALID', {
    message: 'The stored credentials of this arena were encrypted with another secret.',
    remedy:
      'Restore secret.key or ASSAY_SECRET. If the old secret is lost, delete the rows of the table inference_credentials.',
  });
}

function countQuery({ databaseSeconds, databaseErrors }: ServerMetrics, { kind, seconds, failed }: WatchedQuery): void {
  databaseSeconds.observe({ kind }, seconds);
  if (failed) databaseErrors.inc();
}

function openBlobs(folder: string, { blobs }: ArenaConfig, environment: OpenArenaOptions['environment']): Blobs {
  if (blobs === undefined) return new FileBlobs(join(folder, 'blobs'));
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Fault('USAGE', {
      message: 'Object storage is configured, but its keys are not set.',
      remedy: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    });
  }
  const { endpoint, region, bucket, prefix } = blobs;
  return new S3Blobs({ endpoint, region, bucket, prefix, accessKeyId, secretAccessKey });
}
