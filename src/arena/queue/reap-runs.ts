import type { Arena } from '../arena.ts';
import { expireRuns, MOST_EXPIRED_AT_ONCE } from './expire-runs.ts';

/** Expires every run whose lease has ended. Claims do the same; this covers times without claims. */
export async function reapRuns(
  arena: Pick<Arena, 'database' | 'policy' | 'now'>,
): Promise<{ readonly reaped: number }> {
  for (let reaped = 0; ; ) {
    const some = await arena.database.withTransaction(
      async (transaction) => await expireRuns(transaction, { policy: arena.policy, now: arena.now() }),
    );
    reaped += some;
    if (some < MOST_EXPIRED_AT_ONCE) return { reaped };
  }
}
