import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { secondsUntil } from './cooldown.ts';

export interface ClearedCooldown {
  /** False if no cooldown was active. */
  readonly cleared: boolean;
  readonly secondsRemainingWas: number;
}

/** Ends the cooldown of a contestant, for example because the wait was the platform's fault. */
export async function clearCooldown(arena: Arena, hotkey: string, who: string): Promise<ClearedCooldown> {
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const contestant = await transaction
      .selectFrom('contestants')
      .select('next_allowed_at')
      .where('hotkey', '=', hotkey)
      .executeTakeFirst();
    if (contestant === undefined) {
      throw new Fault('MINER_NOT_FOUND', {
        message: `The hotkey ${hotkey} has not submitted anything.`,
        remedy: 'Check the hotkey.',
      });
    }
    const secondsRemainingWas = secondsUntil(contestant.next_allowed_at, now);
    if (secondsRemainingWas === 0) return { cleared: false, secondsRemainingWas };
    await transaction.updateTable('contestants').set({ next_allowed_at: 0 }).where('hotkey', '=', hotkey).execute();
    await appendEvent(transaction, {
      who,
      what: 'cooldown.cleared',
      when: now,
      why: 'The operator lets this contestant submit again at once.',
      subject: `hotkey ${hotkey}`,
      data: { miner_hotkey: hotkey, seconds_remaining_was: secondsRemainingWas },
    });
    return { cleared: true, secondsRemainingWas };
  });
}
