import { isVersion2 } from './draw-document.ts';
import { readDrawSecret } from './draw-secret.ts';
import type { LedgerState } from './ledger-state.ts';

export interface PendingDraws {
  /** For every race that is committed and not revealed what it drew; nothing while it waits for its beacon. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** For every race that is committed and waits for its beacon what it may draw. */
  readonly pools: ReadonlyMap<string, readonly string[]>;
  /** Races that can never be revealed, and why: the file with the secret is gone or was changed. */
  readonly lost: readonly { readonly race: string; readonly reason: string }[];
}

export function readPendingDraws(folder: string, state: Pick<LedgerState, 'draws'>): PendingDraws {
  const problems = new Map<string, readonly string[]>();
  const pools = new Map<string, readonly string[]>();
  const lost: { readonly race: string; readonly reason: string }[] = [];
  for (const recorded of state.draws.values()) {
    const { race, revealed } = recorded;
    if (revealed !== undefined) continue;
    const read = readDrawSecret(folder, recorded);
    if (!read.ok) lost.push({ race, reason: read.reason });
    else if (isVersion2(read.draw) && read.draw.beacon === null) {
      pools.set(
        race,
        read.draw.pool.map(({ problem_id }) => problem_id),
      );
    } else problems.set(race, read.draw.problem_ids);
  }
  return { problems, pools, lost };
}
