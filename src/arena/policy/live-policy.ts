import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { JsonValue, Reader } from '../../store/database.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type PolicyOverrides, withOverrides } from './policy-overrides.ts';

export const POLICY_CHANGED = 'policy.changed';

/** Of the event that tells of a change: the whole state after it, so that the newest one is enough to go on from. */
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

/** What the ledger says of the policy. Version 0 is arena.json alone. */
export interface StoredPolicy {
  readonly version: number;
  readonly overrides: PolicyOverrides;
}

const UNCHANGED: StoredPolicy = { version: 0, overrides: {} };

/** The newest change after a number of the ledger; `undefined` without one. */
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

/**
 * The policy in force: that of arena.json with the changes that the public ledger tells of. Every process follows the ledger,
 * so that a change needs no restart and is the same everywhere.
 */
export class LivePolicy {
  readonly base: ArenaPolicy;
  #stored = UNCHANGED;
  #ignored: readonly string[] = [];
  #current: ArenaPolicy;
  /** Events up to this number have been read. */
  #readTo = 0;

  constructor(base: ArenaPolicy) {
    this.base = base;
    this.#current = base;
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

  /** Changes that are not in force, because they are not possible any more. */
  get ignored(): readonly string[] {
    return this.#ignored;
  }

  /** Follows the ledger to its head. */
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
   * Changes that are impossible with this program or this arena.json, though they were possible once, are left out: the ledger
   * cannot be corrected, and a server that does not start could not be told otherwise.
   */
  #apply(stored: StoredPolicy): void {
    let possible: PolicyOverrides = {};
    const ignored: string[] = [];
    for (const [path, value] of Object.entries(stored.overrides)) {
      try {
        const more = { ...possible, [path]: value };
        withOverrides(this.base, more);
        possible = more;
      } catch (error) {
        if (!Fault.isInstance(error)) throw error;
        ignored.push(path);
      }
    }
    this.#current = withOverrides(this.base, possible);
    this.#stored = stored;
    this.#ignored = ignored;
  }
}
