import { quantile } from '../../statistics/quantile.ts';
import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { ACTIVE_STATUSES } from './run-status.ts';

/** A validator polls every half a minute or beats while it works; after ten silences it is taken for gone. */
const PRESENCE_MILLISECONDS = 5 * 60_000;
const RECENT_RUNS = 50;

/** Who there is to do the work, and how fast. */
export interface Workforce {
  /** Every validator that ever asked for work and is not banned. */
  readonly known: readonly string[];
  /** How many runs those heard of lately can have at once. */
  readonly capacity: number;
  readonly busy: number;
  /** Median of the last runs; `undefined` before the first. */
  readonly runMilliseconds: number | undefined;
}

type Tables = Pick<Reader<ArenaTables>, 'selectFrom'>;

export async function readWorkforce(reader: Tables, now: number): Promise<Workforce> {
  const validators = await readValidators(reader);
  const present = validators.filter((each) => isPresent(each, now));
  const { busy } = await reader
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('busy'))
    .where('status', 'in', ACTIVE_STATUSES)
    .where('lease_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  // Leases end in the order of completion, more or less, and by them there is an index.
  const recent = await reader
    .selectFrom('runs')
    .select(['claimed_at', 'completed_at'])
    .where('status', '=', 'SUCCESS')
    .orderBy('lease_expires_at', 'desc')
    .limit(RECENT_RUNS)
    .execute();
  const durations = recent.map(({ claimed_at, completed_at }) => completed_at! - claimed_at).toSorted((a, b) => a - b);
  return {
    known: validators.map(({ hotkey }) => hotkey),
    capacity: present.reduce((sum, { max_concurrent_runs }) => sum + max_concurrent_runs, 0),
    busy,
    runMilliseconds: quantile(durations, 0.5),
  };
}

/** How many validators are there to run something now. */
export async function countPresentValidators(reader: Tables, now: number): Promise<number> {
  return (await readValidators(reader)).filter((each) => isPresent(each, now)).length;
}

async function readValidators(reader: Tables) {
  return await reader
    .selectFrom('validators')
    .select(['hotkey', 'last_seen_at', 'max_concurrent_runs'])
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
    .execute();
}

function isPresent({ last_seen_at }: { readonly last_seen_at: number | null }, now: number): boolean {
  return (last_seen_at ?? 0) > now - PRESENCE_MILLISECONDS;
}

/**
 * When the next run of an item may begin that has `runsAhead` runs before it: at once while somebody is free, else after
 * as many rounds of work as it takes. `undefined` when that cannot be told.
 */
export function estimateStart(
  { capacity, busy, runMilliseconds }: Omit<Workforce, 'known'>,
  runsAhead: number,
  earliest: number,
): number | undefined {
  if (capacity === 0) return undefined;
  const waitingFor = busy + runsAhead + 1 - capacity;
  if (waitingFor <= 0) return earliest;
  return runMilliseconds === undefined ? undefined : Math.round(earliest + (waitingFor / capacity) * runMilliseconds);
}
