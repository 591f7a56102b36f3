import { randomBytes } from 'node:crypto';
import { GENESIS_HASHES } from '../../chain/subtensor.ts';
import type { ExamSizes } from '../prepare-exam.ts';

export const NETWORKS = ['local', 'finney', 'test'] as const;
export const SUBMITTERS = ['everyone', 'invited'] as const;
export const PRESETS = ['simulated', 'openrouter', 'chutes', 'local'] as const;
export const SIZES = ['small', 'full'] as const;

/** The operator's decisions before an arena can be set up. */
export interface ArenaPlan {
  readonly name: string;
  readonly network: (typeof NETWORKS)[number];
  /** The subnet, if the network is Bittensor. */
  readonly netuid?: number;
  readonly submitters: (typeof SUBMITTERS)[number];
  /** Number of different validators whose runs make one score. */
  readonly validators: number;
  readonly preset: (typeof PRESETS)[number];
  readonly size: (typeof SIZES)[number];
}

interface PlannedSizes extends ExamSizes {
  readonly race: number;
  readonly restRaces: number;
  readonly lowRaces: number;
}

/**
 * `full` lasts for two weeks of daily races before a problem is drawn again; `small` is created in seconds, to try out
 * an arena.
 */
export const PLANNED_SIZES: Readonly<Record<ArenaPlan['size'], PlannedSizes>> = {
  small: { products: 5_000, suite: 6, bank: 60, race: 10, restRaces: 2, lowRaces: 1 },
  full: { products: 50_000, suite: 30, bank: 1_600, race: 90, restRaces: 14, lowRaces: 7 },
};

/** The same for everyone who builds the market, because contestants practise on it. */
export const MARKET_SEED = 7;

/** More than the minimum stake of a validator. */
export const LOCAL_STAKE_TAO = 50_000;

const ENDPOINTS: Readonly<Record<Exclude<ArenaPlan['network'], 'local'>, string>> = {
  finney: 'wss://entrypoint-finney.opentensor.ai:443',
  test: 'wss://test.finney.opentensor.ai:443',
};

/** Every arena has its own name: a request signed for one must not be valid at another. */
export function newArenaName(): string {
  return `arena-${randomBytes(3).toString('hex')}`;
}

/** The content of `arena.json`: only what differs from the defaults, so that an operator sees what was decided. */
export function arenaDocument(plan: ArenaPlan, operator: string) {
  const { race, restRaces, lowRaces } = PLANNED_SIZES[plan.size];
  return {
    name: plan.name,
    admins: [operator],
    ...(plan.preset === 'simulated' ? { simulated: true } : { preset: plan.preset }),
    chain: chainOf(plan),
    policy: {
      queue: { requiredSuccesses: plan.validators, raceRequiredSuccesses: plan.validators },
      raceProblems: race,
      bank: { restRaces, lowRaces },
    },
  };
}

function chainOf({ network, netuid, submitters }: ArenaPlan) {
  if (network === 'local') return { kind: 'local', registration: submitters === 'everyone' ? 'open' : 'admin' };
  return { kind: 'subtensor', netuid, endpoints: [ENDPOINTS[network]], genesisHash: GENESIS_HASHES[network] };
}
