import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { JsonValue, Reader } from '../../store/database.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { invalidPolicy, type PolicyOverrides, withOverrides } from './policy-overrides.ts';

export const POLICY_CHANGED = 'policy.changed';

/**
 * Data of the event that records a change. It contains the whole state after the change, so that the newest event is
 * enough.
 */
const policyChangeSchema = z.object({
  version: z.int().positive(),
  changes: z.array(z.object({ path: z.string(), from: z.json().optional(), to: z.json().optional() })),
  overrides: z.record(z.string(), z.json()),
});

export interface PolicyChange extends StoredPolicy {
  readonly changes: readonly {
    readonly path: string;
    readonly from: JsonValue | undefined;
    readonly to: JsonValue | undefined;
  }[];
}

/** The policy according to the ledger. Version 0 is arena.json alone. */
export interface StoredPolicy {
  readonly version: number;
  readonly overrides: PolicyOverrides;
}

const UNCHANGED: StoredPolicy = { version: 0, overrides: {} };

/** The newest change after this ledger sequence number; `undefined` if there is none. */
export async function readStoredPolicy(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  after = 0,
): Promise<StoredPolicy | undefined> {
  const row = await reader
    .selectFrom('events')
    .select('data')
    .where('what', '=', POLICY_CHANGED)
    .where('sequence', '>', after)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : policyChangeSchema.parse(row.data);
}

/** What is wrong with a policy, or undefined. */
export type PolicyCheck = (policy: ArenaPolicy) => string | undefined;

/**
 * The policy in force: arena.json with the changes recorded in the public ledger. Every process follows the ledger, so
 * a change needs no restart and is the same in all processes.
 */
export class LivePolicy {
  readonly base: ArenaPolicy;
  #stored = UNCHANGED;
  #ignored: readonly string[] = [];
  #current: ArenaPolicy;
  /** Events up to this number have been read. */
  #readTo = 0;

  readonly #flawOf: PolicyCheck;

  /** @param flawOf What contradicts the rest of arena.json, such as the chain. */
  constructor(base: ArenaPolicy, flawOf: PolicyCheck = () => undefined) {
    this.base = base;
    this.#current = base;
    this.#flawOf = flawOf;
  }

  /** The policy with other values than arena.json. Throws a fault if they are invalid. */
  with(overrides: PolicyOverrides): ArenaPolicy {
    const policy = withOverrides(this.base, overrides);
    const flaw = this.#flawOf(policy);
    if (flaw !== undefined) throw invalidPolicy(flaw);
    return policy;
  }

  get current(): ArenaPolicy {
    return this.#current;
  }

  get version(): number {
    return this.#stored.version;
  }

  get overrides(): PolicyOverrides {
    return this.#stored.overrides;
  }

  /** Changes that are not in force because they are no longer valid. */
  get ignored(): readonly string[] {
    return this.#ignored;
  }

  /** Reads the ledger up to its head. */
  async refresh(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<void> {
    const head = await reader
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (head === undefined || head.sequence === this.#readTo) return;
    const stored = await readStoredPolicy(reader, this.#readTo);
    if (stored !== undefined && stored.version > this.#stored.version) this.#apply(stored);
    this.#readTo = head.sequence;
  }

  /**
   * Skips changes that were valid once but are not with this program or this arena.json: the ledger cannot be
   * corrected, and a server that does not start could not be given other values.
   */
  #apply(stored: StoredPolicy): void {
    this.#stored = stored;
    try {
      // As a whole first: values may only be valid together.
      this.#current = this.with(stored.overrides);
      this.#ignored = [];
      return;
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
    }
    let possible: PolicyOverrides = {};
    const ignored: string[] = [];
    for (const [path, value] of Object.entries(stored.overrides)) {
      try {
        const more = { ...possible, [path]: value };
        this.with(more);
        possible = more;
      } catch (error) {
        if (!Fault.isInstance(error)) throw error;
        ignored.push(path);
      }
    }
    this.#current = this.with(possible);
    this.#ignored = ignored;
  }
}
