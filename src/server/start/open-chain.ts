import { excludedValidators } from '../../arena/audit.ts';
import { ChainBeacon, type DrawBeacon, PublicLedgerBeacon } from '../../arena/race.ts';
import type { Payout } from '../../board/leaderboard.ts';
import type { Chain } from '../../chain/chain.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import { LocalChain, parseLocalChainRules, type RegistrationTerms } from '../../chain/local.ts';
import { uidOf } from '../../chain/metagraph.ts';
import { SubtensorChain } from '../../chain/subtensor.ts';
import { raoOf } from '../../chain/tao.ts';
import { ss58Address } from '../../identity/ss58.ts';
import type { ArenaConfig } from './arena-config.ts';
import type { OpenedArena } from './open-arena.ts';

const SECONDS_PER_DAY = 86_400;

/** A hotkey's earnings per day if every epoch pays as the latest did; null before the first epoch. */
function payoutOf(chain: LocalChain, taoPerEpoch: number): Payout {
  const { blockSeconds, epochBlocks } = chain.rules;
  const epochsPerDay = SECONDS_PER_DAY / (blockSeconds * epochBlocks);
  return async (hotkey) => {
    const { latestEpoch } = await chain.ledgerView();
    if (latestEpoch === null) return null;
    const uid = uidOf(
      latestEpoch.hotkeys.map((each, index) => ({ uid: index, hotkey: each })),
      hotkey,
    );
    // Half of the emission goes to contestants, half to validators.
    return uid === undefined ? 0 : (latestEpoch.incentive[uid]! * taoPerEpoch * epochsPerDay) / 2;
  };
}

export interface OpenedChain {
  readonly chain: Chain;
  /** The same chain if it is a local one. */
  readonly local: LocalChain | undefined;
  readonly payout: Payout;
  /** The subnet with its weights and latest epoch. */
  view(): Promise<ChainView>;
  /** The source of a draw's randomness besides the arena's own seed. */
  readonly beacon: DrawBeacon;
  /** Interval for refreshing the registered hotkeys. */
  readonly everySeconds: number;
  /** Least interval for refreshing them because a caller's hotkey is unknown. */
  readonly leastSeconds: number;
  /** Ends the epochs that are due; does nothing on an external chain. */
  endEpochsDue(): Promise<void>;
  /** Excludes the stake of excluded validators from consensus and pay; does nothing on an external chain. */
  withholdExcluded(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An address without a known key. It takes the slot whose share is burned; otherwise the first hotkey to register would
 * get that slot.
 */
const NOBODY = ss58Address(new Uint8Array(32));
const LOCAL_SECONDS = 5;
/** Reading the local chain costs one query of the arena's database. */
const LEAST_LOCAL_SECONDS = 1;
const REMOTE_SECONDS = 300;
/** A block of the chain: registrations do not change more often. */
const LEAST_REMOTE_SECONDS = 12;
/** Several blocks: reading the view takes hundreds of requests to the chain's node. */
const VIEW_SECONDS = 60;

function termsOf({
  registrationPrice: { startTao, minTao, maxTao, raisedBy, halfLifeBlocks },
  startBalanceTao,
}: Extract<ArenaConfig['chain'], { kind: 'local' }>): RegistrationTerms {
  return {
    startPrice: raoOf(startTao),
    minPrice: raoOf(minTao),
    maxPrice: raoOf(maxTao),
    raisedBy,
    halfLifeBlocks,
    startBalance: raoOf(startBalanceTao),
  };
}

/** Caches the latest result for `seconds`; concurrent callers share it. Failures are not cached. */
function keptFor<T>(seconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return async () => {
    const now = performance.now();
    if (kept === undefined || now - kept.at > seconds * 1_000) {
      const answer = read();
      const asked = { at: now, answer };
      kept = asked;
      answer.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return await kept.answer;
  };
}

export async function openChain(arena: OpenedArena, config: ArenaConfig['chain']): Promise<OpenedChain> {
  const { database, now } = arena;
  if (config.kind === 'subtensor') {
    const chain = new SubtensorChain(config);
    return {
      chain,
      local: undefined,
      view: keptFor(VIEW_SECONDS, () => chain.view()),
      payout: async () => null,
      beacon: new ChainBeacon(chain),
      everySeconds: REMOTE_SECONDS,
      leastSeconds: LEAST_REMOTE_SECONDS,
      endEpochsDue: async () => {},
      withholdExcluded: async () => {},
      close: async () => await chain.close(),
    };
  }
  const { netuid, maxNeurons, maxValidators, immunityBlocks } = config;
  const rules = parseLocalChainRules({ netuid, maxNeurons, maxValidators, immunityBlocks });
  const local = await LocalChain.open({ database, now, rules, registration: termsOf(config) });
  await local.register(NOBODY, 0n, 'arena');
  const emission = raoOf(config.taoPerEpoch);
  return {
    chain: local,
    local,
    view: () => local.ledgerView(),
    payout: payoutOf(local, config.taoPerEpoch),
    beacon: new PublicLedgerBeacon(arena),
    everySeconds: LOCAL_SECONDS,
    leastSeconds: LEAST_LOCAL_SECONDS,
    endEpochsDue: async () => void (await local.endEpochsDue(emission)),
    withholdExcluded: async () => {
      const excluded = await excludedValidators(database.reader);
      if (excluded.length === 0) return;
      const { neurons } = await local.metagraph();
      const staked = neurons.filter(({ hotkey, stake }) => stake > 0 && excluded.includes(hotkey));
      for (const { hotkey } of staked) await local.setStake(hotkey, 0n, 'arena');
    },
    close: async () => {},
  };
}
