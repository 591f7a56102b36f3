import { DEFAULT_LIMITS } from '../../sandbox/sandbox.ts';
import { parseArenaConfig } from '../../server/start.ts';
import type { OpenModels } from '../../validator/open-models.ts';
import type { ValidatorSettings } from '../../validator/settings.ts';

/** The size of a demo. */
export interface DemoSizes {
  readonly products: number;
  /** Public problems. */
  readonly suite: number;
  /** Hidden problems. */
  readonly bank: number;
  /** Number of hidden problems drawn for a race. */
  readonly race: number;
  /** Credit of a run; twice what the most expensive honest agent needs. */
  readonly creditDollars: number;
  /** Number of validators that must run a version before it has a score. */
  readonly runs: number;
  /** Concurrent attempts in each validator. */
  readonly workers: number;
  /** Time limit of an attempt. */
  readonly wallMilliseconds: number;
  /** Races in which the challenger may try to become champion. */
  readonly tries: number;
}

/** About three minutes on two cores. */
export const FULL_SIZES: DemoSizes = {
  products: 50_000,
  suite: 12,
  bank: 60,
  race: 15,
  creditDollars: 0.75,
  runs: 2,
  // Agents wait for their models and the disk, so a second one can run meanwhile.
  workers: 2,
  wallMilliseconds: DEFAULT_LIMITS.wallMilliseconds,
  // A draw can favour the incumbent; then the challenger tries again the next day.
  tries: 3,
};

/**
 * For a model on two processors, with which an attempt takes up to 90 seconds; five attempts use it. Two of them share
 * one thread, and on a busy machine five minutes were not enough for them. More concurrent attempts than the model has
 * slots would evict each other's conversations from its memory.
 */
export const LOCAL_SIZES: DemoSizes = {
  ...FULL_SIZES,
  suite: 3,
  bank: 20,
  race: 2,
  runs: 1,
  workers: 1,
  wallMilliseconds: 2 * DEFAULT_LIMITS.wallMilliseconds,
  tries: 1,
};

type DemoModels = Pick<OpenModels, 'simulated' | 'allowedModels'>;

export const MARKET_SEED = 7;

/**
 * Seed of the public problems, on which agents score about as they do on many. The seed of the hidden problems is
 * secret.
 */
export const SUITE_SEED = 8;

/** Simulated time runs 60x. */
export const SPEED = 60;

/** The validators by wallet name, with their stake. Any two together outweigh the third. */
export const STAKES: Readonly<Record<string, number>> = { northwind: 120_000, eastgate: 90_000, southbank: 60_000 };

const FREELY = { burst: 100_000, perMinute: 100_000 };
const HOUR = 3_600;

export function demoConfig(operator: string, sizes: DemoSizes, { simulated, allowedModels }: DemoModels) {
  return parseArenaConfig({
    name: 'assay-demo',
    clockSpeed: SPEED,
    ...(simulated ? { simulated } : { models: allowedModels }),
    admins: [operator],
    // All clients have the same address here.
    rates: { everything: FREELY, public: FREELY, validator: FREELY, files: FREELY, register: FREELY },
    // Enough for newcomers of a demo to register at any price it has risen to.
    chain: { kind: 'local', startBalanceTao: 100 },
    policy: {
      queue: {
        requiredSuccesses: sizes.runs,
        raceRequiredSuccesses: sizes.runs,
        // Heartbeats follow real time, and leases end by the arena's clock.
        heartbeatSeconds: 5,
        leaseSeconds: 2 * HOUR,
        uploadSeconds: 2 * HOUR,
        retryDelaySeconds: 60,
        // Repeated interruptions of the demo must not use up the retries.
        triesPerValidator: 50,
        maxFailedRuns: 150,
      },
      raceProblems: sizes.race,
      // As many as the demo has races, with a bank that is just large enough.
      bank: { restRaces: 3 },
    },
  });
}

/** Settings for fast validators. */
export const VALIDATOR_SETTINGS: Partial<ValidatorSettings> = {
  poll: 500,
  progress: 1_500,
  weights: 500,
  delivery: { first: 200, longest: 5_000, tries: 10 },
  recovery: { first: 200, longest: 5_000, tries: 10 },
  grace: 1_000,
  exitGrace: 4_000,
};

/**
 * Sunday evening in the arena's time zone, in the last week before `now`: the demo is the same on every day, and the
 * first window stays open long enough for a slow machine.
 */
export function firstTimestamp(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const sunday = today.subtract({ days: today.dayOfWeek });
  return sunday.toZonedDateTime({ timeZone, plainTime: '18:00' }).epochMilliseconds;
}
