import { type Beacon, ledgerBeacon } from '../../problems/suites.ts';
import type { Event } from '../../store/database.ts';
import type { Arena } from '../arena.ts';

/** What the beacon of a draw will be. Published with the commitment, before the beacon exists. */
export type BeaconPlan = { readonly kind: 'ledger' } | { readonly kind: 'chain'; readonly block: number };

/** The event that published a commitment. */
export type CommitmentEvent = Pick<Event, 'sequence' | 'hash' | 'when'>;

/** Port: a value that is unknown when a draw is committed, and that the operator does not choose. */
export interface DrawBeacon {
  plan(): Promise<BeaconPlan>;
  /** `undefined` while it does not exist yet. */
  read(plan: BeaconPlan, committed: CommitmentEvent): Promise<Beacon | undefined>;
}

export interface BlockHashes {
  /** The newest final block. */
  currentBlock(): Promise<number>;
  blockHash(block: number): Promise<string | undefined>;
}

/** Finality lags, and blocks after the newest final one are already visible; the beacon must not be one of those. */
const BLOCKS_AHEAD = 20;

/** The hash of a later block. To choose it, the operator would have to produce that block. */
export class ChainBeacon implements DrawBeacon {
  readonly #chain: BlockHashes;

  constructor(chain: BlockHashes) {
    this.#chain = chain;
  }

  async plan(): Promise<BeaconPlan> {
    return { kind: 'chain', block: (await this.#chain.currentBlock()) + BLOCKS_AHEAD };
  }

  async read(plan: BeaconPlan): Promise<Beacon | undefined> {
    if (plan.kind !== 'chain' || (await this.#chain.currentBlock()) < plan.block) return undefined;
    const value = await this.#chain.blockHash(plan.block);
    return value === undefined ? undefined : { kind: 'chain', block: plan.block, value };
  }
}

/** Validators that have not signed anything for this long are not waited for. */
const RECENT_MILLISECONDS = 10 * 60 * 1_000;

/**
 * Without a chain: the hash of the commitment's event, with the newest request that each validator signed after it.
 * Signatures of others cannot be predicted. The operator controls the database, so it can still omit signatures or stop
 * validators; docs/race.md describes the consequences.
 */
export class PublicLedgerBeacon implements DrawBeacon {
  readonly #arena: Pick<Arena, 'database' | 'now' | 'policy'>;

  constructor(arena: Pick<Arena, 'database' | 'now' | 'policy'>) {
    this.#arena = arena;
  }

  async plan(): Promise<BeaconPlan> {
    return { kind: 'ledger' };
  }

  async read(_plan: BeaconPlan, { sequence, hash: head, when }: CommitmentEvent): Promise<Beacon | undefined> {
    const { database, policy, now } = this.#arena;
    const recent = await database.reader
      .selectFrom('validators')
      .select(['hotkey', 'signed_request', 'signed_at'])
      .where('signed_at', '>', when - RECENT_MILLISECONDS)
      .execute();
    const fresh = recent.filter(({ signed_at }) => signed_at! > when);
    const timeout = policy.race.beaconSeconds * 1_000;
    if (fresh.length < recent.length && now() < when + timeout) return undefined;
    const signatures = fresh.map(({ hotkey, signed_request }) => ({ hotkey, ...signed_request! }));
    return ledgerBeacon({ sequence, head, signatures });
  }
}
