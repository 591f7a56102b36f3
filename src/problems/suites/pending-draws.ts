import { existsSync } from 'node:fs';
import { drawPath } from './bank-folder.ts';
import { drawCommitment } from './draw-document.ts';
import type { LedgerState } from './ledger-state.ts';
import { readDraw } from './read-draw.ts';

export interface PendingDraws {
  /** For every race that is committed and not revealed what it drew. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Races that can never be revealed, and why: the file with the secret is gone or was changed. */
  readonly lost: readonly { readonly race: string; readonly reason: string }[];
}

export function readPendingDraws(folder: string, state: Pick<LedgerState, 'draws'>): PendingDraws {
  const problems = new Map<string, readonly string[]>();
  const lost: { readonly race: string; readonly reason: string }[] = [];
  for (const { race, commitment, revealed } of state.draws.values()) {
    if (revealed !== undefined) continue;
    const path = drawPath(folder, race);
    const read = existsSync(path) ? readDraw(path) : ({ ok: false, reason: 'is missing' } as const);
    if (!read.ok) lost.push({ race, reason: `${path} ${read.reason}` });
    else if (drawCommitment(read.draw) !== commitment) {
      lost.push({ race, reason: `${path} is not what was committed to` });
    } else problems.set(race, read.draw.problem_ids);
  }
  return { problems, lost };
}
