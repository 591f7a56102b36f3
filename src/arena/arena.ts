import type { Blobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import type { ArenaPolicy } from './arena-policy.ts';
import type { ArenaSecret } from './arena-secret.ts';
import type { ArenaTables } from './tables/arena-tables.ts';

/** Shared resources of an arena's operations. Several processes may use the same arena. */
export interface Arena {
  readonly database: Database<ArenaTables>;
  /** Contestants' files and validators' logs. */
  readonly blobs: Blobs;
  /** The current policy. An operator may change it while the arena runs, so read it when needed. */
  readonly policy: ArenaPolicy;
  readonly secret: ArenaSecret;
  /** Milliseconds since 1970 by the arena's clock, which may run faster in a demonstration. */
  readonly now: () => number;
}
