import type { Blobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import type { ArenaPolicy } from './arena-policy.ts';
import type { ArenaSecret } from './arena-secret.ts';
import type { ArenaTables } from './tables/arena-tables.ts';

/** What everything that happens in an arena needs. Several processes may hold the same one. */
export interface Arena {
  readonly database: Database<ArenaTables>;
  /** Contestants' files and validators' logs. */
  readonly blobs: Blobs;
  /** As it is now: an operator may change it while the arena runs, so read it when it is needed. */
  readonly policy: ArenaPolicy;
  readonly secret: ArenaSecret;
  /** Milliseconds since 1970 by the arena's clock, which a demonstration may let run faster than others. */
  readonly now: () => number;
}
