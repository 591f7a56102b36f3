import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../fault/fault.ts';
import type { ArenaApi } from './arena/arena-api.ts';
import { spread } from './arena/backoff.ts';
import { isUnstaked, notStaked } from './arena/unstaked.ts';

export interface StakeCheck {
  readonly address: string;
  /** Fails instead of waiting for stake. */
  readonly once: boolean;
  readonly pollMilliseconds: number;
  readonly onWait: (fault: Fault) => void;
}

/**
 * Resolves when the arena accepts this hotkey as a validator. Checked before the sandbox is examined: that takes
 * minutes, which are wasted if every claim of the hotkey is rejected. Other failures are left to the work loop, which
 * retries them.
 */
export async function requireStake(api: Pick<ArenaApi, 'weightSalt'>, check: StakeCheck): Promise<void> {
  for (let waits = 0; ; waits++) {
    const refusal = await refusalOf(api);
    if (refusal === undefined) return;
    const fault = notStaked(check.address, refusal);
    if (check.once) throw fault;
    if (waits === 0) check.onWait(fault);
    await sleep(spread(check.pollMilliseconds));
  }
}

async function refusalOf(api: Pick<ArenaApi, 'weightSalt'>): Promise<Fault | undefined> {
  try {
    await api.weightSalt();
    return undefined;
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return isUnstaked(error) ? error : undefined;
  }
}
