import { isVersion2 } from './draw-document.ts';
import { readDrawSecret } from './draw-secret.ts';
import type { LedgerState } from './ledger-state.ts';

export interface PendingDraws {
  /** Problems drawn, for each committed race that has its beacon and is not revealed. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Pool, for each committed race whose beacon does not exist yet. */
  readonly pools: ReadonlyMap<string, readonly string[]>;
  /** Races that can never be revealed, with the reason: the file with the secret is missing or was changed. */
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
