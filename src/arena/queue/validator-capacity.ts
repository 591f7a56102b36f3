import { quantile } from '../../statistics/quantile.ts';
import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { ItemRun } from './item-runs.ts';
import { ACTIVE_STATUSES, isActive } from './run-status.ts';

/**
 * A validator polls every half minute or sends heartbeats while it works; after ten missed polls it counts as
 * disconnected.
 */
const PRESENCE_MILLISECONDS = 5 * 60_000;
const RECENT_RUNS = 50;

/** The validators that can take work, and how fast they are. */
export interface ValidatorCapacity {
  /** Validators seen recently that may get work. */
  readonly connected: readonly string[];
  /** How many runs they can hold at once. */
  readonly capacity: number;
  readonly busy: number;
  /** Median duration of recent runs; `undefined` before the first. */
  readonly runMilliseconds: number | undefined;
}

type Tables = Pick<Reader<ArenaTables>, 'selectFrom'>;

export async function readValidatorCapacity(reader: Tables, now: number): Promise<ValidatorCapacity> {
  const validators = await connectedValidators(reader, now);
  const { busy } = await reader
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('busy'))
    .where('status', 'in', ACTIVE_STATUSES)
    .where('lease_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  // Ordered by the end of the lease, which is indexed and roughly follows the order of completion.
  const recent = await reader
    .selectFrom('runs')
    .select(['claimed_at', 'completed_at'])
    .where('status', '=', 'SUCCESS')
    .orderBy('lease_expires_at', 'desc')
    .limit(RECENT_RUNS)
    .execute();
  const durations = recent.map(({ claimed_at, completed_at }) => completed_at! - claimed_at).toSorted((a, b) => a - b);
  return {
    connected: validators.map(({ hotkey }) => hotkey),
    capacity: validators.reduce((sum, { max_concurrent_runs }) => sum + max_concurrent_runs, 0),
    busy,
    runMilliseconds: quantile(durations, 0.5),
  };
}

/** How many validators are connected now. */
export async function countPresentValidators(reader: Tables, now: number): Promise<number> {
  return (await connectedValidators(reader, now)).length;
}

async function connectedValidators(reader: Tables, now: number) {
  return await reader
    .selectFrom('validators')
    .select(['hotkey', 'max_concurrent_runs'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bans')
            .select('bans.hotkey')
            .whereRef('bans.hotkey', '=', 'validators.hotkey')
            .where('bans.role', '=', 'validator'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exclusions')
            .select('exclusions.hotkey')
            .whereRef('exclusions.hotkey', '=', 'validators.hotkey')
            .where('exclusions.lifted_at', 'is', null),
        ),
      ),
    )
    .where('last_seen_at', '>', now - PRESENCE_MILLISECONDS)
    .execute();
}

/**
 * Connected validators that could claim a run of an item. Each runs it once, so validators with an active or counted
 * run cannot.
 */
export function freeValidators(
  { connected }: Pick<ValidatorCapacity, 'connected'>,
  runs: readonly Pick<ItemRun, 'validator_hotkey' | 'is_included' | 'status'>[],
): number {
  const taken = new Set(
    runs.flatMap(({ validator_hotkey, is_included, status }) =>
      is_included || isActive(status) ? [validator_hotkey] : [],
    ),
  );
  return connected.filter((hotkey) => !taken.has(hotkey)).length;
}

/**
 * When the next run of an item may start if `runsAhead` runs are before it: immediately if a validator is free,
 * otherwise after the necessary number of rounds. `undefined` if there is no estimate.
 */
export function estimateStart(
  { capacity, busy, runMilliseconds }: Omit<ValidatorCapacity, 'connected'>,
  runsAhead: number,
  earliest: number,
): number | undefined {
  if (capacity === 0) return undefined;
  const waitingFor = busy + runsAhead + 1 - capacity;
  if (waitingFor <= 0) return earliest;
  return runMilliseconds === undefined ? undefined : Math.round(earliest + (waitingFor / capacity) * runMilliseconds);
}
