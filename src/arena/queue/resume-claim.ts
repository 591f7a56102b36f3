import type { Arena } from '../arena.ts';
import { type ClaimedWork, claimedWorkOf } from './claimed-work.ts';
import { ownRun, whyNotHeld } from './held-run.ts';

/** Repeats the answer to a claim, for a validator that lost it and learned from `AT_CAPACITY` which run it holds. */
export async function resumeClaim(arena: Arena, hotkey: string, runId: string): Promise<ClaimedWork> {
  return await arena.database.withSnapshot(async (reader) => {
    const found = await reader.selectFrom('runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
    const refusal = whyNotHeld(ownRun(found, runId, hotkey), arena.now());
    if (refusal !== undefined) throw refusal;
    return await claimedWorkOf(reader, runId);
  });
}
