import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';

/** Ends the cooldown of every contestant, for example after an outage; returns how many were waiting. */
export async function clearAllCooldowns(arena: Arena, who: string): Promise<number> {
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const waiting = await transaction
      .updateTable('contestants')
      .set({ next_allowed_at: 0 })
      .where('next_allowed_at', '>', now)
      .returning('hotkey')
      .execute();
    if (waiting.length === 0) return 0;
    await appendEvent(transaction, {
      who,
      what: 'cooldown.all_cleared',
      when: now,
      why: 'The operator lets every contestant submit again at once.',
      subject: 'submissions',
      data: { cleared_count: waiting.length },
    });
    return waiting.length;
  });
}
